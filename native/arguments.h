/* What Python hands over: buffers checked for type, layout, length and writability before a pointer leaves this file's functions. */
#ifndef SECTIO_ARGUMENTS_H
#define SECTIO_ARGUMENTS_H

#include <Python.h>
#include <stdint.h>

enum { MOST_BUFFERS = 32 };

/* The buffers of one call; all are given back by one `release`. */
typedef struct {
    Py_buffer view[MOST_BUFFERS];
    int count;
} Held;

enum access { READ, WRITE };

/* Every function here gives -1 with an exception set if the object is not as asked for, else 0.
 * A type is written as NumPy does: `i4` `u2` `f4` `b1` `S16`: a family and the bytes of an element. */

/* An array of any shape; `*count` elements, or as many as there are if `*count` is -1, which is then set. */
int take(Held *held, PyObject *object, const char *name, const char *type, enum access access, int64_t *count, void *pointer);

/* The same for an array of two dimensions. */
int take_matrix(Held *held, PyObject *object, const char *name, const char *type, enum access access, int64_t *rows, int64_t *columns, void *pointer);

/* The array, or the whole number, that a dictionary has under a name. */
int take_from(Held *held, PyObject *table, const char *name, const char *type, int64_t *count, void *pointer);
int number_from(PyObject *table, const char *name, int64_t *number);

/* How many arguments a function was given. */
int expect(const char *function, Py_ssize_t given, Py_ssize_t wanted);

void release(Held *held);

#endif
