// The kernel as the Python module qwirkle._kernel, and as its variants for newer processors.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "python/bind.h"
#include "python/objects.h"

namespace nb = nanobind;
using namespace qwirkle::python;

namespace {

// The module that suits this processor best: a variant built for newer ones, where there is one, or the portable one.
const char* suited_module() {
#ifdef QWIRKLE_V3
    if (__builtin_cpu_supports("x86-64-v3")) return "_kernel_v3";
#endif
    return "_kernel";
}

const char* variant() { return QWIRKLE_VARIANT; }

}  // namespace

NB_MODULE(QWIRKLE_MODULE, module) {
    nb::set_leak_warnings(false);  // a process that ends may still hold boards; nobody need read about it
    module.doc() = "The fast engine under the Python API; private.";
    module.def("suited_module", &suited_module, "The name of the module that suits this processor best.");
    module.def("variant", &variant, "What it was compiled for: portable, or a kind of processor such as v3.");
    module.def("tell_tiles", &tell_tiles, nb::arg("tiles"), "Use these objects as the 36 tiles.");
    module.def("tell_play", &tell_play, nb::arg("play"), "Make plays of this class.");
    bind_board(module);
    bind_classic_search(module);
    bind_cards(module);
    bind_cards_search(module);
    bind_selfplay(module);
    bind_envs(module);
    bind_engine(module);
}
