// Written by bench/fit_weights.py from 3670 positions of 300 games: do not edit.
#include "classic/evaluate.h"

namespace qwirkle::classic {

const Weights FITTED = {{
    {0.935, 0.508, 0.192, -0.544, -0.451, -0.776, 0.156, -0.175, -1.924, 0.090, -0.358, -0.075},
    {0.984, 0.603, 0.172, -0.562, -0.395, -0.740, 0.096, -0.145, -3.973, -0.200, -0.231, 0.222},
    {0.912, 1.178, -0.592, -0.417, 0.254, -7.177, 0.905, 5.113, -4.016, 0.057, 0.000, -2.457},
}};

}  // namespace qwirkle::classic
