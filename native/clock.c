/* See clock.h. The limit belongs to a thread: each works on one page at a time. */
#include "clock.h"

#include <math.h>

#ifdef _WIN32
#include <windows.h>
#define PER_THREAD __declspec(thread)
static double monotonic(void) {
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}
#else
#include <time.h>
#define PER_THREAD _Thread_local
static double monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
#endif

enum { LATE = 1, SIGNALLED };
#define BETWEEN_SIGNALS 0.05 /* seconds */

static PER_THREAD double deadline = INFINITY;

PyObject *set_deadline(PyObject *module, PyObject *seconds) {
    double left = PyFloat_AsDouble(seconds);
    (void)module;
    if (left == -1 && PyErr_Occurred()) return 0;
    if (isnan(left)) return PyErr_Format(PyExc_ValueError, "a deadline is in so many seconds");
    deadline = left < INFINITY ? monotonic() + left : INFINITY;
    Py_RETURN_NONE;
}

void start_work(Clock *clock) {
    *clock = (Clock){.until = deadline, .left = SHORT_WORK};
    if (clock->until < INFINITY) clock->left = 0; /* a limit that is over already shows at once */
}

void start_making(Clock *clock) {
    start_work(clock);
    clock->keeps = 1;
}

void start_long_work(Clock *clock, int64_t work) {
    start_work(clock);
    if (work >= LONG_WORK) clock->state = PyEval_SaveThread();
}

static int was_signalled(Clock *clock) {
    if (clock->state) PyEval_RestoreThread(clock->state);
    int raised = PyErr_CheckSignals();
    if (clock->state) clock->state = PyEval_SaveThread();
    return raised;
}

int look(Clock *clock) {
    if (clock->stopped) return 1;
    if (clock->looks++ && !clock->state && !clock->keeps) clock->state = PyEval_SaveThread(); /* it is not short after all */
    double now = monotonic();
    if (now > clock->until) {
        clock->stopped = LATE;
    } else if (now >= clock->signals) {
        if (clock->signals > 0 && was_signalled(clock)) clock->stopped = SIGNALLED;
        clock->signals = now + BETWEEN_SIGNALS;
    }
    if (!clock->stopped) clock->left = clock->state ? BETWEEN_LOOKS : SHORT_WORK;
    return clock->stopped;
}

static void raise_time_limit(void) {
    PyObject *errors = PyImport_ImportModule("sectio.errors");
    PyObject *error = errors ? PyObject_GetAttrString(errors, "TimeLimit") : 0;
    if (error) PyErr_SetString(error, "the page was not done within the time limit; raise the option `timeout` to go on");
    Py_XDECREF(error);
    Py_XDECREF(errors);
}

int end_work(Clock *clock) {
    if (clock->state) PyEval_RestoreThread(clock->state);
    if (clock->stopped == LATE) raise_time_limit();
    return clock->stopped ? -1 : 0;
}
