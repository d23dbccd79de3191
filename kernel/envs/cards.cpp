#include "envs/cards.h"

#include "cards/solver.h"

namespace qwirkle::envs {

using namespace cards;

namespace {

// False, and the counts are of no use any more, where a card of the line is not there.
bool take_line(Counts& from, int line) {
    bool there = true;
    for (Set kinds = full_line(line); kinds; kinds &= kinds - 1) there &= from[first(kinds)]-- > 0;
    return there;
}

Counts sum(const Counts& one, const Counts& other) {
    Counts both = one;
    for (int kind = 0; kind < KINDS; ++kind) both[kind] = static_cast<std::uint8_t>(both[kind] + other[kind]);
    return both;
}

}  // namespace

void Cards::reset(int players, std::uint64_t seed) {
    dice_ = Dice(seed);
    game_.deal(players, dice_);
    turns_ = 0;
    seen_ = {};
    begin_turn();
}

void Cards::begin_turn() {
    chosen_ = {};
    must_ = game_.must();
    find_legal();
}

void Cards::step(int action) {
    if (action >= DONE) return finish();
    if (action < CAPTURE) {
        ++chosen_.played[action];
    } else {
        chosen_.captured[chosen_.captures++] = static_cast<std::uint8_t>(action - CAPTURE);
    }
    find_legal();
}

void Cards::finish() {
    ++turns_;
    if (must_ == Must::EXCHANGE) {
        game_.exchange_unchecked(game_.draw(dice_, game_.exchange_draws()));
    } else if (must_ == Must::PASS) {
        game_.end_turn();
    } else {
        seen_ = sum(seen_, chosen_.played);
        game_.play_unchecked(chosen_, game_.draw(dice_, game_.draws(chosen_.played.total())));
    }
    begin_turn();
}

void Cards::find_legal() {
    legal_.clear();
    switch (must_) {
        case Must::OPEN:
            return find_opening();
        case Must::EXCHANGE:
            return legal_.allow(EXCHANGE);
        case Must::PASS:
            return legal_.allow(DONE);
        case Must::NOTHING:
            return;
        case Must::PLAY:
            break;
    }
    const Counts there = sum(game_.table, chosen_.played);
    if (!chosen_.captures) find_cards(there);
    if (chosen_.played.kinds() && cards::legal(there)) find_captures(there);
}

// The largest sets of the hand whose first cards were played; a six is captured.
void Cards::find_opening() {
    Set sets[LINES];
    const int number = largest_sets(game_.hands[game_.turn].kinds(), sets);
    const Set played = chosen_.played.kinds();
    for (int at = 0; at < number; ++at) {
        const Set rest = sets[at] & ~played;
        const Set before = rest ? sets[at] & (bit(first(rest)) - 1) : sets[at];
        if (played != before) continue;
        if (rest) {
            legal_.allow(first(rest));
        } else {
            const Outcome whole = opening(sets[at]);
            legal_.allow(chosen_.captures < whole.captures ? CAPTURE + whole.captured[0] : DONE);
        }
    }
}

// The cards that are the next one of some play, with none before them in order to follow.
void Cards::find_cards(const Counts& there) {
    const Counts& hand = game_.hands[game_.turn];
    Counts low = there;
    Counts high = there;
    for (int kind = KINDS - 1; kind >= 0; --kind) {
        const int left = hand[kind] - chosen_.played[kind];
        if (chosen_.played.kinds() >> kind > 1) break;  // a later card was played
        if (!left) continue;
        high[kind] = static_cast<std::uint8_t>(high[kind] + left);
        ++low[kind];
        if (Counts found; find(low, high, found)) legal_.allow(kind);
        --low[kind];
    }
}

// Done, or one more line in ascending order.
void Cards::find_captures(Counts there) {
    for (int at = 0; at < chosen_.captures; ++at) take_line(there, chosen_.captured[at]);
    for (int line = chosen_.captures ? chosen_.captured[chosen_.captures - 1] : 0; line < LINES; ++line) {
        Counts left = there;
        if (take_line(left, line) && cards::legal(left)) legal_.allow(CAPTURE + line);
    }
    legal_.allow(DONE);
}

void Cards::observe(std::int16_t* numbers) const {
    std::int16_t* hand = numbers + KINDS;
    std::int16_t* played = hand + KINDS;
    std::int16_t* captured = played + KINDS;
    std::int16_t* unseen = captured + LINES;
    std::int16_t* scores = unseen + KINDS;
    const Counts& held = game_.hands[game_.turn];
    for (int kind = 0; kind < KINDS; ++kind) {
        numbers[kind] = game_.table[kind];
        hand[kind] = static_cast<std::int16_t>(held[kind] - chosen_.played[kind]);
        played[kind] = chosen_.played[kind];
        unseen[kind] = static_cast<std::int16_t>(COPIES - seen_[kind] - held[kind]);
    }
    for (int line = 0; line < LINES; ++line) captured[line] = 0;
    for (int at = 0; at < chosen_.captures; ++at) ++captured[chosen_.captured[at]];
    std::int16_t* sizes = scores + game_.players;
    for (int at = 0; at < game_.players; ++at) {
        const int seat = (game_.turn + at) % game_.players;
        scores[at] = game_.scores[seat];
        sizes[at] = game_.hand_sizes[seat];
    }
    std::int16_t* rest = sizes + game_.players;
    rest[0] = game_.pile_size;
    rest[1] = must_ == Must::OPEN;
    rest[2] = game_.exchanges;
}

}  // namespace qwirkle::envs
