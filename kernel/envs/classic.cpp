#include "envs/classic.h"

namespace qwirkle::envs {

using namespace classic;

void Classic::Span::restart() { low = high = 0; }

void Classic::Span::reach(int at) {
    const int unwrapped = low - WIDTH / 16 + ((at - low + WIDTH / 16) & (WIDTH - 1));
    if (unwrapped < low) low = unwrapped;
    if (unwrapped > high) high = unwrapped;
}

void Classic::reset(int players, std::uint64_t seed) {
    dice_ = Dice(seed);
    game_.deal(players, dice_);
    columns_.restart();
    rows_.restart();
    for (auto& count : seen_) count = 0;
    begin_turn();
}

void Classic::begin_turn() {
    size_ = traded_ = beyond_ = 0;
    taken_ = -1;
    find_legal();
}

void Classic::step(int action) {
    if (action == DONE) return finish();
    if (action < TAKE) {
        cells_[size_] = cell_at(columns_.begin() + action % SIDE, rows_.begin() + action / SIDE);
        placed_[size_++] = static_cast<Tile>(taken_);
        taken_ = -1;
    } else if (action < ASIDE) {
        taken_ = action - TAKE;
    } else {
        aside_[traded_++] = static_cast<Tile>(action - ASIDE);
    }
    find_legal();
}

void Classic::finish() {
    if (size_) {
        lay(whole_);
    } else if (traded_) {
        game_.trade(aside_, traded_, dice_);
    } else {
        game_.pass();
    }
    begin_turn();
}

void Classic::lay(ScoredPlay play) {
    for (int at = 0; at < size_; ++at) {
        columns_.reach(x_of(cells_[at]));
        rows_.reach(y_of(cells_[at]));
        ++seen_[placed_[at]];
    }
    game_.play(play.play, play.points);
}

int Classic::action_of(Cell cell) const {
    const int column = (x_of(cell) - columns_.begin()) & (WIDTH - 1);
    const int row = (y_of(cell) - rows_.begin()) & (WIDTH - 1);
    return column < SIDE && row < SIDE ? row * SIDE + column : -1;
}

void Classic::find_legal() {
    legal_.clear();
    if (ended()) return;
    const bool some = !traded_ && find_plays();
    if (size_ || taken_ >= 0) return;
    find_trades();
    if (!some && !traded_ && !game_.tradable()) legal_.allow(DONE);
}

// Whether there is a play at all, be it beyond the window.
bool Classic::find_plays() {
    const bool roomy = columns_.has_room() && rows_.has_room();
    bool some = false;
    whole_.points = -1;
    beyond_ = 0;
    game_.plays([&](Play play, int points) {
        some = true;
        if (!roomy && !fits_window(play)) {
            ++beyond_;
            return;
        }
        if (continues(play)) offer(play, points);
    });
    return some;
}

// Allow what a play that begins with the tiles placed comes to next.
void Classic::offer(Play play, int points) {
    if (taken_ >= 0) {
        int at = 0;
        each_tile(game_.board, play, [&](Cell cell, Tile tile) {
            if (at++ == size_ && tile == taken_) legal_.allow(action_of(cell));
        });
    } else if (play.size() > size_) {
        legal_.allow(TAKE + play.tile(size_));
    } else {
        whole_ = {play, points};
        legal_.allow(DONE);
    }
}

// Tiles are set aside in ascending order, as many as the bag can replace.
void Classic::find_trades() {
    if (traded_) legal_.allow(DONE);
    if (traded_ == game_.tradable()) return;
    const int last = traded_ ? aside_[traded_ - 1] : 0;
    int same = 0;
    for (int at = 0; at < traded_; ++at) same += aside_[at] == last;
    const Hand& hand = game_.hands[game_.turn];
    for (int kind = last; kind < KINDS; ++kind) {
        if (hand.counts[kind] > (kind == last ? same : 0)) legal_.allow(ASIDE + kind);
    }
}

// Whether a play begins with the tiles that were placed.
bool Classic::continues(Play play) const {
    if (play.size() < size_) return false;
    for (int at = 0; at < size_; ++at) {
        if (play.tile(at) != placed_[at]) return false;
    }
    bool same = true;
    int at = 0;
    if (size_) {
        each_tile(game_.board, play, [&](Cell cell, Tile) {
            if (at < size_) same &= cell == cells_[at];
            ++at;
        });
    }
    return same;
}

bool Classic::fits_window(Play play) const {
    bool inside = true;
    each_tile(game_.board, play, [&](Cell cell, Tile) { inside &= action_of(cell) >= 0; });
    return inside;
}

void Classic::observe(std::int16_t* numbers) const {
    for (int at = 0; at < observation_size(game_.players); ++at) numbers[at] = 0;
    std::int16_t* hand = numbers + CELLS;
    write_board(numbers);
    write_tiles(hand, hand + KINDS, hand + 2 * KINDS, hand + 3 * KINDS);
    write_players(hand + 4 * KINDS);
}

void Classic::write_board(std::int16_t* cells) const {
    for (int at = 0; at < game_.board.tiles; ++at) {
        const Slot& slot = game_.board.slots[game_.board.placed[at].slot];
        const int action = action_of(slot.cell);
        if (action >= 0) cells[action] = static_cast<std::int16_t>(1 + slot.tile);
    }
    for (int at = 0; at < size_; ++at) {
        cells[action_of(cells_[at])] = static_cast<std::int16_t>(1 + KINDS + placed_[at]);
    }
}

// Tiles that were placed or set aside are no longer in the hand.
void Classic::write_tiles(std::int16_t* hand, std::int16_t* taken, std::int16_t* aside, std::int16_t* unseen) const {
    const Hand& held = game_.hands[game_.turn];
    for (int kind = 0; kind < KINDS; ++kind) {
        hand[kind] = held.counts[kind];
        unseen[kind] = static_cast<std::int16_t>(COPIES - seen_[kind] - held.counts[kind]);
    }
    for (int at = 0; at < size_; ++at) --hand[placed_[at]];
    for (int at = 0; at < traded_; ++at) {
        ++aside[aside_[at]];
        --hand[aside_[at]];
    }
    if (taken_ < 0) return;
    taken[taken_] = 1;
    --hand[taken_];
}

// From the seat of the player to move on.
void Classic::write_players(std::int16_t* scores) const {
    std::int16_t* sizes = scores + game_.players;
    for (int at = 0; at < game_.players; ++at) {
        const int seat = (game_.turn + at) % game_.players;
        scores[at] = static_cast<std::int16_t>(game_.scores[seat]);
        sizes[at] = static_cast<std::int16_t>(game_.hands[seat].size);
    }
    sizes[game_.players] = static_cast<std::int16_t>(game_.bag_size);
}

}  // namespace qwirkle::envs
