#include "classic/starts.h"

namespace qwirkle::classic {

namespace {

// The oldest of the tied; all of them where an age is not known.
Seats oldest_of(const Seats& tied, const long long* ages) {
    long long oldest = UNKNOWN_AGE;
    for (int at = 0; at < tied.number; ++at) {
        const long long age = ages[tied.seat[at]];
        if (age < 0) return tied;
        oldest = age > oldest ? age : oldest;
    }
    Seats among;
    for (int at = 0; at < tied.number; ++at) {
        if (ages[tied.seat[at]] == oldest) among.add(tied.seat[at]);
    }
    return among;
}

}  // namespace

Start starter(const Set* hands, int players, const long long* ages, long long lot) {
    Start start{};
    for (int seat = 0; seat < players; ++seat) {
        const int size = largest_set(hands[seat]);
        if (size > start.size) start.tied.number = 0;
        start.size = size > start.size ? size : start.size;
        if (size == start.size) start.tied.add(seat);
    }
    start.among = oldest_of(start.tied, ages);
    start.seat = start.among.seat[lot % start.among.number];
    return start;
}

}  // namespace qwirkle::classic
