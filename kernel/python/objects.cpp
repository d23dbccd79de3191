#include "python/objects.h"

namespace nb = nanobind;

namespace qwirkle::python {

namespace {

// The 36 tiles and the Python class Play, told once by native.py and classic/fast.py. They are kept for
// ever: at the end of the program there is no interpreter left to give them back to.
struct Words {
    PyObject* play = nullptr;
    PyObject* placements = nullptr;  // the name of its one slot
    Py_ssize_t slot = 0;             // where that slot lies in the object; 0: ask Python each time
    PyObject* tiles[KINDS] = {};
} words;

// Where a Play keeps its placements: behind the object's head, if Python reads back what is put there.
Py_ssize_t slot_of_play() {
    nb::object made = nb::steal(play_object(PyTuple_New(0)));
    nb::object size = nb::steal(PyObject_GetAttrString(words.play, "__basicsize__"));
    const Py_ssize_t last = PyLong_AsSsize_t(size.ptr()) - static_cast<Py_ssize_t>(sizeof(PyObject*));
    nb::object placements = nb::steal(PyObject_GetAttr(made.ptr(), words.placements));
    const bool there = last == static_cast<Py_ssize_t>(sizeof(PyObject)) &&
                       *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(made.ptr()) + last) == placements.ptr();
    return there ? last : 0;
}

// The Python tuples of a cell, alone and with each tile, kept for the next call that needs them, as the next turn on
// a board does. They never change, so sharing them shows nowhere. Of two cells that share a place the later one stays,
// so the memory is bounded; the cells of one game hardly ever do.
class KeptCell {
  public:
    // The tuple of a cell and a tile, a new reference.
    static PyObject* pair(int x, int y, Tile tile) {
        KeptCell& kept = all_[(x & (SIDE - 1)) * SIDE | (y & (SIDE - 1))];
        if (!kept.is(x, y)) kept.renew(x, y);
        if (kept.pairs_[tile]) return Py_NewRef(kept.pairs_[tile]);
        nb::object cell = nb::borrow(kept.cell_);
        PyObject* made = PyTuple_Pack(2, cell.ptr(), words.tiles[tile]);
        if (!made) nb::raise_python_error();
        // To make something can run anything, even another call of this.
        if (kept.is(x, y) && !kept.pairs_[tile]) kept.pairs_[tile] = Py_NewRef(made);
        return made;
    }

  private:
    static constexpr int SIDE = 32;
    static KeptCell all_[SIDE * SIDE];

    int x_ = 0, y_ = 0;
    PyObject* cell_ = nullptr;
    PyObject* pairs_[KINDS] = {};

    bool is(int x, int y) const { return x_ == x && y_ == y && cell_; }

    void renew(int x, int y) {
        nb::object cell = nb::make_tuple(x, y);
        KeptCell old = *this;
        *this = KeptCell();
        x_ = x, y_ = y, cell_ = cell.release().ptr();
        Py_XDECREF(old.cell_);
        for (PyObject* pair : old.pairs_) Py_XDECREF(pair);
    }
};
KeptCell KeptCell::all_[SIDE * SIDE];

}  // namespace

void tell_tiles(std::vector<nb::object> tiles) {
    if (tiles.size() != KINDS) throw nb::value_error("Expected the 36 tiles.");
    for (int tile = 0; tile < KINDS; ++tile) words.tiles[tile] = tiles[tile].release().ptr();
}

void tell_play(nb::object play) {
    if (!PyType_Check(play.ptr())) throw nb::value_error("Expected the class Play.");
    words.placements = PyUnicode_InternFromString("placements");
    words.play = play.release().ptr();
    words.slot = 0;
    words.slot = slot_of_play();
}

void check_told_plays() {
    if (!words.play || !words.tiles[0]) throw nb::value_error("The kernel was not told about Play and the tiles.");
}

PyObject* placement_object(int x, int y, Tile tile) { return KeptCell::pair(x, y, tile); }

PyObject* play_object(PyObject* placements) {
    PyObject* made = PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(words.play), 0);
    if (!made) nb::raise_python_error();
    if (words.slot) {
        *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(made) + words.slot) = placements;
    } else {
        if (PyObject_GenericSetAttr(made, words.placements, placements) < 0) nb::raise_python_error();
        Py_DECREF(placements);
    }
    return made;
}

nb::object cards_tuple(const cards::Counts& counts) {
    if (!words.tiles[0]) throw nb::value_error("The kernel was not told about the tiles.");
    PyObject* made = PyTuple_New(counts.total());
    int at = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < counts[kind]; ++copy) NB_TUPLE_SET_ITEM(made, at++, Py_NewRef(words.tiles[kind]));
    }
    return nb::steal(made);
}

nb::object lines_tuple(const std::uint8_t* lines, int number) {
    PyObject* made = PyTuple_New(number);
    for (int at = 0; at < number; ++at) NB_TUPLE_SET_ITEM(made, at, PyLong_FromLong(lines[at]));
    return nb::steal(made);
}

nb::object outcome_object(const cards::Outcome& outcome) {
    return nb::make_tuple(cards_tuple(outcome.played), lines_tuple(outcome.captured, outcome.captures));
}

}  // namespace qwirkle::python
