// How sure a figure is: 95 % intervals of means, and of chances (analysis/intervals.py, to the bit).
#pragma once

#include "core/numbers.h"

namespace qwirkle {

struct Estimate {
    double value, low, high;
};

// The two-sided 95 % point of Student's t.
inline double student_t(int freedom) {
    constexpr double SMALL[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281};
    if (freedom <= 10) return SMALL[freedom - 1];
    // The expansion of Cornish and Fisher around the normal distribution.
    constexpr double z = 1.959963984540054, z2 = z * z, z3 = z2 * z, z5 = z3 * z2, z7 = z5 * z2;
    const double n = freedom;
    return z + (z3 + z) / 4 / n + (5 * z5 + 16 * z3 + 3 * z) / 96 / (n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384 / (n * n * n);
}

// A mean with its standard error.
inline Estimate mean_estimate(double value, double error, int samples) {
    const double half = student_t(samples - 1) * error;
    return {value, value - half, value + half};
}

// A chance with its standard error, by Wilson's interval: it never leaves 0 to 1.
inline Estimate chance_estimate(double value, double error, int samples) {
    double throws = samples;
    if (error > 0) {
        const double coins = value * (1 - value) / (error * error);
        if (coins > throws) throws = coins;
    }
    const double t = student_t(samples - 1), square = t * t / throws;
    const double middle = (value + square / 2) / (1 + square);
    const double half = root(square * (value * (1 - value) + square / 4)) / (1 + square);
    double low = middle - half, high = middle + half;
    low = low < value ? low : value;
    high = high > value ? high : value;
    return {value, low > 0 ? low : 0, high < 1 ? high : 1};
}

}  // namespace qwirkle
