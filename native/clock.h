/* The time limit, looked at from within long loops. */
#ifndef SECTIO_CLOCK_H
#define SECTIO_CLOCK_H

#include <Python.h>
#include <stdint.h>

/* Elements (rows, texts, bytes) that are worked on between two looks: well below a tenth of a second of any loop here. */
enum { BETWEEN_LOOKS = 1 << 16 };

typedef struct {
    double until, signals; /* the limit, and when the interpreter is next asked for signals, in seconds of `monotonic` */
    int64_t left;          /* work until the next look */
    int stopped;           /* why the work was stopped: 0 while it goes on */
    int looks;             /* how often the time was looked at */
    PyThreadState *state;  /* of this thread, once other threads may run */
    int keeps;             /* whether the interpreter is kept, however long it takes */
} Clock;

/* Handing the interpreter to another thread takes longer than most calls: only work of as many elements lets others run, from its start if
 * its length is known, else when it has done so much. */
enum { SHORT_WORK = 1 << 13, LONG_WORK = 1 << 14 };

/* Begin the work of a call. Until it ends nothing of Python's may be touched, but for the next one. */
void start_work(Clock *clock);

/* The same for work that makes Python's objects: no other thread runs meanwhile. */
void start_making(Clock *clock);

/* The same for work on so many elements. */
void start_long_work(Clock *clock, int64_t work);

/* Take the interpreter back: 0, or -1 with TimeLimit or what a signal raised. */
int end_work(Clock *clock);

int look(Clock *clock);

/* Whether to stop, after so much work. The answer stays the same from then on: loops end, and their results are discarded. */
static inline int late(Clock *clock, int64_t work) {
    clock->left -= work;
    return clock->left < 0 && look(clock);
}

/* Functions of the module. */
PyObject *set_deadline(PyObject *module, PyObject *seconds);

#endif
