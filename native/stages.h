/* The functions of the module, one file each, named as the Python module whose work it does. */
#ifndef SECTIO_STAGES_H
#define SECTIO_STAGES_H

#include <Python.h>
#include <stdint.h>

#include "clock.h"

PyObject *count(PyObject *module, PyObject *const *given, Py_ssize_t size);         /* chars.c */
PyObject *class_words(PyObject *module, PyObject *const *given, Py_ssize_t size);   /* words.c */
PyObject *is_utf8(PyObject *module, PyObject *const *given, Py_ssize_t size);       /* decode.c */
PyObject *find(PyObject *module, PyObject *const *given, Py_ssize_t size);          /* find.c */
PyObject *any_holds(PyObject *module, PyObject *const *given, Py_ssize_t size);     /* find.c */
PyObject *held_needles(PyObject *module, PyObject *const *given, Py_ssize_t size);     /* find.c */
PyObject *repair(PyObject *module, PyObject *const *given, Py_ssize_t size);        /* repair.c */
PyObject *scan(PyObject *module, PyObject *const *given, Py_ssize_t size);          /* markup.c */
PyObject *having(PyObject *module, PyObject *const *given, Py_ssize_t size);        /* markup.c */
PyObject *strings(PyObject *module, PyObject *const *given, Py_ssize_t size);        /* strings.c */
PyObject *strings_by_row(PyObject *module, PyObject *const *given, Py_ssize_t size); /* strings.c */
PyObject *tag_attributes(PyObject *module, PyObject *const *given, Py_ssize_t size); /* strings.c */
PyObject *listed_tags(PyObject *module, PyObject *const *given, Py_ssize_t size);    /* strings.c */
PyObject *sieve_words(PyObject *module, PyObject *const *given, Py_ssize_t size);   /* styles.c */
PyObject *sieved_values(PyObject *module, PyObject *const *given, Py_ssize_t size); /* styles.c */
PyObject *hiding_styles(PyObject *module, PyObject *const *given, Py_ssize_t size); /* styles.c */
PyObject *hidden_by_rules(PyObject *module, PyObject *const *given, Py_ssize_t size); /* hidden.c */
PyObject *covered(PyObject *module, PyObject *const *given, Py_ssize_t size);        /* blocks.c */
PyObject *block_gaps(PyObject *module, PyObject *const *given, Py_ssize_t size);     /* blocks.c */
PyObject *block_wording(PyObject *module, PyObject *const *given, Py_ssize_t size);  /* wording.c */
PyObject *block_hashes(PyObject *module, PyObject *const *given, Py_ssize_t size);   /* sitemode.c */
PyObject *ready_features(PyObject *module, PyObject *const *given, Py_ssize_t size); /* features.c */
PyObject *block_features(PyObject *module, PyObject *const *given, Py_ssize_t size); /* features.c */
PyObject *put_logs(PyObject *module, PyObject *const *given, Py_ssize_t size);       /* features.c */
PyObject *block_frame(PyObject *module, PyObject *const *given, Py_ssize_t size);    /* features.c */
PyObject *second_features(PyObject *module, PyObject *const *given, Py_ssize_t size); /* second.c */
PyObject *second_logits(PyObject *module, PyObject *const *given, Py_ssize_t size);   /* second.c */
PyObject *tree_logits(PyObject *module, PyObject *const *given, Py_ssize_t size); /* trees.c */
PyObject *level_gains(PyObject *module, PyObject *const *given, Py_ssize_t size); /* boost.c */
PyObject *ready_model(PyObject *module, PyObject *const *given, Py_ssize_t size);  /* first.c */
PyObject *first_logits(PyObject *module, PyObject *const *given, Py_ssize_t size); /* first.c */
PyObject *net_hidden(PyObject *module, PyObject *const *given, Py_ssize_t size);   /* first.c */
PyObject *net_logits(PyObject *module, PyObject *const *given, Py_ssize_t size);   /* first.c */
PyObject *weighted_sums(PyObject *module, PyObject *const *given, Py_ssize_t size);    /* pagetype.c */
PyObject *choose_blocks(PyObject *module, PyObject *const *given, Py_ssize_t size);    /* choice.c */
PyObject *close_structures(PyObject *module, PyObject *const *given, Py_ssize_t size); /* closure.c */
PyObject *close_places(PyObject *module, PyObject *const *given, Py_ssize_t size);     /* closure.c */

PyObject *row_names(PyObject *module, PyObject *const *given, Py_ssize_t size);         /* outline.c */
PyObject *item_shapes(PyObject *module, PyObject *const *given, Py_ssize_t size);       /* lists.c */
PyObject *row_paths(PyObject *module, PyObject *const *given, Py_ssize_t size);         /* lists.c */
PyObject *item_weights(PyObject *module, PyObject *const *given, Py_ssize_t size);      /* lists.c */
PyObject *item_survey(PyObject *module, PyObject *const *given, Py_ssize_t size);       /* survey.c */
PyObject *item_parts(PyObject *module, PyObject *const *given, Py_ssize_t size);        /* survey.c */
PyObject *written_texts(PyObject *module, PyObject *const *given, Py_ssize_t size);     /* furniture.c */
PyObject *texts_beginning(PyObject *module, PyObject *const *given, Py_ssize_t size);   /* names.c */
PyObject *line_texts(PyObject *module, PyObject *const *given, Py_ssize_t size);        /* text.c */
PyObject *plain_text(PyObject *module, PyObject *const *given, Py_ssize_t size);        /* text.c */

/* What is written as an entity at s, of which `left` bytes are there; its length is put into *length. (chars.c) */
int32_t entity_at(const uint8_t *s, int64_t left, int64_t *length);

/* Where letters begin in a source, from `at` on; -1 if nowhere, or if it is late. (find.c) */
int64_t find_letters(const uint8_t *s, int64_t size, const uint8_t *letters, int64_t length, int64_t at, Clock *clock);

/* The type of each column that `scan` gives. */
PyObject *scan_columns(void);

/* Fills the tables that `repair` looks into. */
void ready_repair(void);

/* A random number of this process: tables are keyed by it, so that no page can be made to fill one slot. */
extern uint64_t process_key;

#endif
