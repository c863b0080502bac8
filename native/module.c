/* sectio._native: what runs for every page, compiled. `sectio/compiled.py` says what each function takes and gives. */
#include <Python.h>
#include <string.h>

#include "checksum.h"
#include "clock.h"
#include "stages.h"

uint64_t process_key = 0x9E3779B97F4A7C15u;

#define FAST(name, function) {name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL, 0}

static PyMethodDef methods[] = {
    FAST("count", count),
    FAST("class_words", class_words),
    FAST("is_utf8", is_utf8),
    FAST("find", find),
    FAST("any_holds", any_holds),
    FAST("held_needles", held_needles),
    FAST("repair", repair),
    FAST("scan", scan),
    FAST("having", having),
    FAST("strings", strings),
    FAST("strings_by_row", strings_by_row),
    FAST("tag_attributes", tag_attributes),
    FAST("listed_tags", listed_tags),
    FAST("sieve_words", sieve_words),
    FAST("sieved_values", sieved_values),
    FAST("hiding_styles", hiding_styles),
    FAST("hidden_by_rules", hidden_by_rules),
    FAST("block_gaps", block_gaps),
    FAST("block_wording", block_wording),
    FAST("block_hashes", block_hashes),
    FAST("ready_features", ready_features),
    FAST("block_features", block_features),
    FAST("put_logs", put_logs),
    FAST("block_frame", block_frame),
    FAST("second_features", second_features),
    FAST("second_logits", second_logits),
    FAST("tree_logits", tree_logits),
    FAST("level_gains", level_gains),
    FAST("ready_model", ready_model),
    FAST("first_logits", first_logits),
    FAST("net_hidden", net_hidden),
    FAST("net_logits", net_logits),
    FAST("choose_blocks", choose_blocks),
    FAST("weighted_sums", weighted_sums),
    FAST("covered", covered),
    FAST("close_structures", close_structures),
    FAST("close_places", close_places),
    FAST("written_texts", written_texts),
    FAST("texts_beginning", texts_beginning),
    FAST("plain_text", plain_text),
    FAST("line_texts", line_texts),
    FAST("row_names", row_names),
    FAST("item_shapes", item_shapes),
    FAST("row_paths", row_paths),
    FAST("item_weights", item_weights),
    FAST("item_survey", item_survey),
    FAST("item_parts", item_parts),
    {"set_deadline", set_deadline, METH_O, 0},
    {0, 0, 0, 0},
};

static int draw_key(void) {
    PyObject *os = PyImport_ImportModule("os");
    PyObject *drawn = os ? PyObject_CallMethod(os, "urandom", "i", (int)sizeof process_key) : 0;
    char *letters = drawn ? PyBytes_AsString(drawn) : 0;
    if (letters) memcpy(&process_key, letters, sizeof process_key);
    Py_XDECREF(drawn);
    Py_XDECREF(os);
    return letters ? 0 : -1;
}

static int fill(PyObject *module) {
    PyObject *columns = scan_columns();
    ready_repair();
    fill_checksum_table();
    int failed = !columns || draw_key() || PyModule_AddObjectRef(module, "SCAN_COLUMNS", columns);
    Py_XDECREF(columns);
    return failed ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, 0}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "sectio._native", .m_doc = "What runs for every page, compiled.", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
