// Figures with their intervals, as an answer writes them.
#pragma once

#include "core/intervals.h"
#include "core/json.h"

namespace qwirkle {

inline void write(Json& json, const Estimate& estimate) {
    json.object().key("value").real(estimate.value).key("low").real(estimate.low).key("high").real(estimate.high);
    json.end_object();
}

// With fewer than two samples there is no interval to tell: the figure stands for itself.
inline Estimate difference(const Samples& samples, bool exact) {
    const double value = samples.mean();
    if (exact || samples.number < 2) return {value, value, value};
    return mean_estimate(value, samples.error(), samples.number);
}

inline Estimate chance(const Samples& samples, bool exact) {
    const double value = samples.mean();
    if (exact || samples.number < 2) return {value, value, value};
    return chance_estimate(value, samples.error(), samples.number);
}

}  // namespace qwirkle
