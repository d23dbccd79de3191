#include "endgame.h"

#include "best.h"

namespace qwirkle::classic {

namespace {

constexpr int INFINITE = 10000;
enum Bound : std::int8_t { EXACT = 1, AT_LEAST = 2, AT_MOST = 3 };

std::uint64_t mixed(std::uint64_t number) { return Dice(number).next(); }

constexpr std::uint64_t OTHER_SIDE = 0x9d5c0f6b1a2e4837ull, PASSED = 0x3b8e5a71c46d9f02ull;

std::uint64_t tile_key(Cell cell, Tile tile) { return mixed(std::uint64_t(cell) << 6 | tile); }
std::uint64_t hand_key(int side, Tile tile, int copy) { return mixed(1ull << 40 | side << 16 | tile << 8 | copy); }

// The cells of a play and the tiles that leave the hand, as one number.
std::uint64_t play_key(const Board& board, Play play, int side, const Hand& hand) {
    std::uint64_t key = 0;
    Cell cell = play.start();
    for (int at = 0; at < play.size(); ++at) {
        while (board.occupied(cell)) cell = moved(cell, play.axis(), 1);
        key ^= tile_key(cell, play.tile(at)) ^ hand_key(side, play.tile(at), hand.counts[play.tile(at)]);
        cell = moved(cell, play.axis(), 1);
    }
    return key;
}

}  // namespace

Endgame::Endgame(Board& board, const Hand& mine, const Hand& theirs, int passes, Room& room)
    : board_(board), hands_{mine, theirs}, room_(room), passes_(passes) {
    for (auto& entry : room_.table) entry = {};
}

// All plays of a side, the most promising first: the one that was best before, then by points and tiles.
int Endgame::generate(int side, int ply, std::uint64_t first) {
    Move* const plays = room_.plays[ply];
    int number = 0;
    legal_plays(board_, hands_[side].kinds, [&](Play play, int points) {
        if (number == MOST_PLAYS) {
            cut_ = true;
            return;
        }
        const bool out = play.size() == hands_[side].size;
        plays[number++] = {play, points, play.code == first ? INFINITE : 4 * (points + (out ? BONUS : 0)) + play.size()};
    });
    return number;
}

// The most promising of the plays that have not been taken yet, which are those from here on.
Endgame::Move Endgame::take_next(int ply, int at, int number) {
    Move* const plays = room_.plays[ply];
    int next = at;
    for (int other = at + 1; other < number; ++other) {
        if (plays[other].order > plays[next].order) next = other;
    }
    const Move move = plays[next];
    plays[next] = plays[at];
    plays[at] = move;
    return move;
}

// Puts a play on the board, or passes; gives its points. Afterwards passes_ is 2 where the game is over.
int Endgame::lay(int side, const ScoredPlay& play) {
    if (!play.play.size()) {
        ++passes_;
        return 0;
    }
    board_.make(play.play);
    for (int at = 0; at < play.play.size(); ++at) hands_[side].remove(play.play.tile(at));
    passes_ = hands_[side].size ? 0 : 2;
    return play.points + (hands_[side].size ? 0 : BONUS);
}

// Both sides take the most points until the end.
int Endgame::greedy_gain(int side) {
    const Hand kept[2] = {hands_[0], hands_[1]};
    const int passes = passes_, before = board_.tiles;
    int gain = 0;
    for (int sign = 1; passes_ < 2; sign = -sign, side = 1 - side) {
        gain += sign * lay(side, BestPlay(board_, hands_[side].kinds).find());
    }
    while (board_.tiles > before) board_.take_back();
    hands_[0] = kept[0];
    hands_[1] = kept[1];
    passes_ = passes;
    return gain;
}

// The gain of a side that makes this move.
int Endgame::through(int side, const Move& move, int depth, int ply, int low, int high, std::uint64_t key) {
    Hand& hand = hands_[side];
    const Hand kept = hand;
    key ^= play_key(board_, move.play, side, hand) ^ OTHER_SIDE ^ (passes_ ? PASSED : 0);
    for (int at = 0; at < move.play.size(); ++at) hand.remove(move.play.tile(at));
    int gain = move.points + BONUS;
    if (hand.size) {
        const int passes = passes_;
        passes_ = 0;
        board_.make(move.play);
        gain = move.points - search(1 - side, depth - 1, ply + 1, move.points - high, move.points - low, key);
        board_.unmake(move.play);
        passes_ = passes;
    }
    hand = kept;
    return gain;
}

int Endgame::passed(int side, int depth, int ply, int low, int high, std::uint64_t key) {
    if (passes_) return 0;  // the second pass in a row: nobody can go on
    passes_ = 1;
    const int gain = -search(1 - side, depth - 1, ply + 1, -high, -low, key ^ OTHER_SIDE ^ PASSED);
    passes_ = 0;
    return gain;
}

int Endgame::search(int side, int depth, int ply, int low, int high, std::uint64_t key) {
    if (--nodes_ < 0) {
        cut_ = true;
        return 0;
    }
    Entry& entry = room_.table[key & (TABLE_SIZE - 1)];
    std::uint64_t best_before = 0;
    if (entry.key == key && entry.bound) {
        if (entry.depth >= depth) {
            const bool enough = entry.bound == EXACT || (entry.bound == AT_LEAST && entry.value >= high) ||
                                (entry.bound == AT_MOST && entry.value <= low);
            if (enough) {
                if (entry.depth < TO_THE_END) cut_ = true;
                if (ply > 0 || entry.bound == EXACT) {
                    root_play_ = ply ? root_play_ : entry.play;
                    return entry.value;
                }
            }
        }
        best_before = entry.play;
    }
    if (depth <= 0 || ply >= MOST_DEPTH) {
        cut_ = true;
        nodes_ -= PLAYOUT_NODES;
        return greedy_gain(side);
    }
    const bool cut_elsewhere = cut_;
    cut_ = false;
    int best = -INFINITE, floor = low;
    std::uint64_t best_play = 0;
    const int number = generate(side, ply, best_before);
    if (!number) best = passed(side, depth, ply, low, high, key);
    for (int at = 0; at < number && (best < high || at == 0) && nodes_ >= 0; ++at) {
        const Move move = take_next(ply, at, number);
        int gain;
        if (at == 0) {
            gain = through(side, move, depth, ply, floor, high, key);
        } else {
            gain = through(side, move, depth, ply, floor, floor + 1, key);
            if (gain > floor && gain < high && nodes_ >= 0) gain = through(side, move, depth, ply, floor, high, key);
        }
        if (nodes_ < 0) break;
        if (gain > best) {
            best = gain;
            best_play = move.play.code;
            if (ply == 0) root_play_ = best_play;
            floor = gain > floor ? gain : floor;
        }
    }
    if (nodes_ < 0) {
        cut_ = true;
        return best > -INFINITE ? best : 0;
    }
    const auto bound = best >= high ? AT_LEAST : best <= low ? AT_MOST : EXACT;
    entry = {key, best_play, static_cast<std::int16_t>(best), static_cast<std::int8_t>(cut_ ? depth : TO_THE_END), bound};
    cut_ = cut_ || cut_elsewhere;
    return best;
}

Endgame::Answer Endgame::solve(int nodes) {
    Answer answer{{{0}, 0}, 0, 0, false};
    nodes_ = nodes;
    for (int depth = 1; depth <= MOST_DEPTH && !answer.solved; ++depth) {
        cut_ = false;
        root_play_ = 0;
        const int gain = search(0, depth, 0, -INFINITE, INFINITE, 1);
        if (nodes_ < 0 && depth > 1) break;
        answer.best.play.code = root_play_;
        answer.gain = gain;
        answer.depth = depth;
        answer.solved = !cut_;
    }
    if (!answer.best.play.size()) answer.best.points = 0;
    legal_plays(board_, hands_[0].kinds, [&](Play play, int points) {
        if (play.code == answer.best.play.code) answer.best.points = points;
    });
    return answer;
}

// The gain of a play that is answered with the most points and followed by hopes.
int Endgame::hoped_after(const ScoredPlay& play, int ply) {
    const Hand kept[2] = {hands_[0], hands_[1]};
    const int passes = passes_, before = board_.tiles;
    int gain = lay(0, play);
    if (passes_ < 2) {
        const ScoredPlay reply = BestPlay<16, 1>(board_, hands_[1].kinds).find();
        gain -= lay(1, reply);
    }
    if (passes_ < 2) {
        ScoredPlay next;
        gain += hoped(ply + 1, next);
    }
    while (board_.tiles > before) board_.take_back();
    hands_[0] = kept[0];
    hands_[1] = kept[1];
    passes_ = passes;
    return gain;
}

// The best gain from here on: every play is tried on the first turn, some later, and one when the work is done.
// What is found can be had: somebody who always takes the most points leaves nothing to chance.
int Endgame::hoped(int ply, ScoredPlay& best) {
    const int number = generate(0, ply, 0);
    best = {{0}, 0};
    if (!number) return hoped_after(best, ply);
    const int most = ply && number > hopes_ ? hopes_ : number;
    int most_gain = -INFINITE;
    for (int at = 0; at < most && (nodes_ > 0 || at == 0); ++at) {
        const Move move = take_next(ply, at, number);
        --nodes_;
        const int gain = hoped_after({move.play, move.points}, ply);
        if (gain <= most_gain) continue;
        most_gain = gain;
        best = {move.play, move.points};
    }
    return most_gain;
}

Endgame::Answer Endgame::hope(int nodes) {
    Answer answer{{{0}, 0}, -INFINITE, 0, false};
    nodes_ = nodes;
    for (hopes_ = 1; hopes_ <= MOST_HOPES && (nodes_ > 0 || hopes_ == 1); hopes_ *= 2) {
        ScoredPlay best;
        const int gain = hoped(0, best);
        if (gain <= answer.gain) continue;
        answer.gain = gain;
        answer.best = best;
    }
    return answer;
}

bool Endgame::gain_of(ScoredPlay play, int nodes, int& gain) {
    nodes_ = nodes;
    for (int depth = 1; depth <= MOST_DEPTH && nodes_ >= 0; ++depth) {
        cut_ = false;
        gain = through(0, {play.play, play.points, 0}, depth, 0, -INFINITE, INFINITE, 1);
        if (!cut_) return true;
    }
    return false;
}

}  // namespace qwirkle::classic
