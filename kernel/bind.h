// What the files that make the Python module share.
#pragma once

#include <nanobind/nanobind.h>

void bind_search(nanobind::module_& module);
