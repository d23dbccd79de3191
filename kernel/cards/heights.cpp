#include "cards/heights.h"

namespace qwirkle::cards {

namespace {

int count_at(const Cards& cards, int kind) { return count(cards.line[kind / 6] & BYTES << kind % 6); }

}  // namespace

Heights::Heights(const Limits& limits) {
    for (int line = 0; line < LINES; ++line) {
        most_[line] = COPIES;
        least_[line] = 0;
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        low_[kind] = static_cast<std::uint8_t>(count_at(limits.least, kind));
        high_[kind] = static_cast<std::uint8_t>(count_at(limits.most, kind));
    }
}

int Heights::total(int line) const {
    int sum = 0;
    for (int place = 0; place < 6; ++place) sum += held_[line][place];
    return sum;
}

int Heights::largest(int line) const {
    int most = 0;
    for (int place = 0; place < 6; ++place) {
        if (held_[line][place] > most) most = held_[line][place];
    }
    return most;
}

// Draw the bounds tight, as far as each line tells by itself: its twins cannot take more cards than
// their heights allow. False at a contradiction.
bool Heights::conclude() {
    for (unsigned waiting = COLORS | SHAPES; waiting;) {
        const int line = first(waiting);
        waiting &= waiting - 1;
        int lowest = (least_[line] + SHORTEST - 1) / SHORTEST;
        for (int place = 0; place < 6; ++place) {
            const int kept = low_[kind_at(line, place)] - most_[twin_line(line, place)];
            if (kept > lowest) lowest = kept;
        }
        const int before = most_[line];
        while (lowest <= most_[line] && room(line, lowest) < SHORTEST * lowest) ++lowest;
        while (lowest <= most_[line] && room(line, most_[line]) < SHORTEST * most_[line]) --most_[line];
        if (lowest > most_[line]) return false;
        if (least_[line] < SHORTEST * lowest) least_[line] = SHORTEST * lowest;
        if (most_[line] < before) waiting |= line < 6 ? SHAPES : COLORS;
    }
    return true;
}

// How many cards a line of this height can hold.
int Heights::room(int line, int height) const {
    int sum = 0;
    for (int place = 0; place < 6; ++place) {
        const int there = high_[kind_at(line, place)];
        sum += there < height ? there : height;
    }
    return sum;
}

// Lay as many cards as can be, in the colours' lines first; tight bounds let enough lie.
void Heights::lay() {
    for (int kind = 0; kind < KINDS; ++kind) {
        const int color = kind / 6;
        const int shape = kind % 6;
        const int here = high_[kind] < most_[color] ? high_[kind] : most_[color];
        const int rest = high_[kind] - here;
        const int there = rest < most_[6 + shape] ? rest : most_[6 + shape];
        held_[color][shape] = static_cast<std::uint8_t>(here);
        held_[6 + shape][color] = static_cast<std::uint8_t>(there);
    }
}

// Whether the card in which two lines cross can go from one to the other.
bool Heights::can_give(int from, int to) const {
    return held_[from][twin_place(to)] > 0 && held_[to][twin_place(from)] < most_[to];
}

// One card more for a line, passed on from line to line, from the nearest that can spare one.
bool Heights::fetch(int line) {
    int taker_of[LINES];  // who gets the card that a line gives; -1: it is not on a way yet
    int queue[LINES];
    int size = 0;
    for (int& taker : taker_of) taker = -1;
    queue[size++] = line;
    taker_of[line] = line;
    for (int at = 0; at < size; ++at) {
        int taker = queue[at];
        const int first_twin = taker < 6 ? 6 : 0;
        if (total(taker) > least_[taker]) {
            for (; taker != line; taker = taker_of[taker]) {
                --held_[taker][twin_place(taker_of[taker])];
                ++held_[taker_of[taker]][twin_place(taker)];
            }
            return true;
        }
        for (int from = first_twin; from < first_twin + 6; ++from) {
            if (taker_of[from] < 0 && can_give(from, taker)) {
                taker_of[from] = taker;
                queue[size++] = from;
            }
        }
    }
    return false;
}

bool Heights::pass_on() {
    for (int line = 0; line < LINES; ++line) {
        while (total(line) < least_[line]) {
            if (!fetch(line)) return false;
        }
    }
    return true;
}

bool Heights::search() {
    ++steps_taken;
    if (!conclude()) return false;
    lay();
    if (!pass_on()) return false;
    for (int line = 0; line < LINES; ++line) {
        const int height = total(line) / SHORTEST;
        if (largest(line) <= height) continue;
        Heights lower = *this;
        lower.most_[line] = height;
        if (lower.search()) {
            *this = lower;
            return true;
        }
        least_[line] = SHORTEST * (height + 1);
        return search();
    }
    return true;
}

}  // namespace qwirkle::cards
