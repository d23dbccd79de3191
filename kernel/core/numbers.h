// The little arithmetic that the searches need, without a mathematical library: the same bits everywhere.
#pragma once

#include <cmath>

namespace qwirkle {

// e to the power x: halved until it is small, a polynomial, then squared again.
inline double exponential(double x) {
    if (x < -700) return 0;
    if (x > 700) x = 700;
    int halvings = 0;
    while (x > 0.5 || x < -0.5) {
        x *= 0.5;
        ++halvings;
    }
    double sum = 1, term = 1;
    for (int at = 1; at <= 12; ++at) {
        term *= x / at;
        sum += term;
    }
    for (; halvings; --halvings) sum *= sum;
    return sum;
}

inline double logistic(double x) { return 1 / (1 + exponential(-x)); }

inline double root(double x) { return std::sqrt(x); }

// The standard error of a mean, from a sum and a sum of squares.
inline double standard_error(double sum, double squares, int samples) {
    if (samples < 2) return 0;
    const double mean = sum / samples, variance = squares / samples - mean * mean;
    return variance > 0 ? root(variance / (samples - 1)) : 0;
}

// Samples of a figure, and what they say about it.
struct Samples {
    double sum = 0, squares = 0;
    int number = 0;

    void add(double value) {
        sum += value;
        squares += value * value;
        ++number;
    }
    double mean() const { return number ? sum / number : 0; }
    double error() const { return standard_error(sum, squares, number); }
};

}  // namespace qwirkle
