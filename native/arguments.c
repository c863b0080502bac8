/* See arguments.h. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

int expect(const char *function, Py_ssize_t given, Py_ssize_t wanted) {
    if (given == wanted) return 0;
    PyErr_Format(PyExc_TypeError, "%s takes %zd arguments, not %zd", function, wanted, given);
    return -1;
}

/* The family of a format of the struct module; 0 for one that is not used here, or in another order of bytes. */
static char family(const char *format) {
    if (!format) return 'u'; /* as the buffer protocol has it: plain bytes */
    if (*format == '@' || *format == '=') format++;
    const char *letter = format + strspn(format, "0123456789");
    if (letter[0] == 0 || letter[1] != 0) return 0;
    if (letter != format) return *letter == 's' ? 'S' : 0;
    if (strchr("bhilqn", *letter)) return 'i';
    if (strchr("BHILQN", *letter)) return 'u';
    if (strchr("fd", *letter)) return 'f';
    return *letter == '?' ? 'b' : *letter == 's' || *letter == 'c' ? 'S' : 0;
}

static int has_type(const Py_buffer *view, const char *type) {
    return family(view->format) == type[0] && view->itemsize == atoi(type + 1);
}

/* Where an element may start: strings anywhere, numbers at multiples of their size. */
static int is_aligned(const Py_buffer *view, const char *type) {
    return type[0] == 'S' || (uintptr_t)view->buf % (uintptr_t)view->itemsize == 0;
}

static int check(const Py_buffer *view, const char *name, const char *type) {
    if (!has_type(view, type)) {
        PyErr_Format(PyExc_TypeError, "%s: elements of type %s are needed, not %s of %zd bytes", name, type,
                     view->format ? view->format : "B", view->itemsize);
        return -1;
    }
    if (!is_aligned(view, type)) {
        PyErr_Format(PyExc_ValueError, "%s: the array is not aligned", name);
        return -1;
    }
    return 0;
}

static Py_buffer *hold(Held *held, PyObject *object, const char *name, const char *type, enum access access) {
    if (held->count == MOST_BUFFERS) {
        PyErr_SetString(PyExc_SystemError, "too many buffers in one call");
        return 0;
    }
    Py_buffer *view = held->view + held->count;
    int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (access == WRITE ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, view, flags)) return 0;
    held->count++;
    return check(view, name, type) ? 0 : view;
}

static int has_size(const char *name, int64_t found, int64_t *wanted) {
    if (*wanted < 0) *wanted = found;
    if (*wanted == found) return 0;
    PyErr_Format(PyExc_ValueError, "%s: %lld elements are needed, not %lld", name, (long long)*wanted, (long long)found);
    return -1;
}

int take(Held *held, PyObject *object, const char *name, const char *type, enum access access, int64_t *count, void *pointer) {
    const Py_buffer *view = hold(held, object, name, type, access);
    if (!view || has_size(name, view->len / view->itemsize, count)) return -1;
    memcpy(pointer, &view->buf, sizeof view->buf);
    return 0;
}

int take_matrix(Held *held, PyObject *object, const char *name, const char *type, enum access access, int64_t *rows, int64_t *columns, void *pointer) {
    const Py_buffer *view = hold(held, object, name, type, access);
    if (!view) return -1;
    if (view->ndim != 2) {
        PyErr_Format(PyExc_ValueError, "%s: two dimensions are needed, not %d", name, view->ndim);
        return -1;
    }
    if (has_size(name, view->shape[0], rows) || has_size(name, view->shape[1], columns)) return -1;
    memcpy(pointer, &view->buf, sizeof view->buf);
    return 0;
}

static PyObject *entry(PyObject *table, const char *name) {
    PyObject *found = PyDict_Check(table) ? PyDict_GetItemString(table, name) : 0;
    if (!found) PyErr_Format(PyExc_TypeError, "a dictionary with an entry %s is needed", name);
    return found;
}

int take_from(Held *held, PyObject *table, const char *name, const char *type, int64_t *count, void *pointer) {
    PyObject *found = entry(table, name);
    return found ? take(held, found, name, type, READ, count, pointer) : -1;
}

int number_from(PyObject *table, const char *name, int64_t *number) {
    PyObject *found = entry(table, name);
    if (!found) return -1;
    *number = PyLong_AsLongLong(found);
    return *number == -1 && PyErr_Occurred() ? -1 : 0;
}

void release(Held *held) {
    while (held->count) PyBuffer_Release(held->view + --held->count);
}
