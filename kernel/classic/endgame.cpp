#include "classic/endgame.h"

#include "classic/best.h"

namespace qwirkle::classic {

namespace {

constexpr int TO_THE_END = 100;   // deeper than any search: nothing was cut off
constexpr int JUDGING_NODES = 4;  // playing on to the end takes as long as this number of positions
constexpr Endgame::Window EVERYTHING{-MOST_GAIN, MOST_GAIN};

std::uint64_t mixed(std::uint64_t number) { return Dice(number).next(); }

constexpr std::uint64_t START = 1, OTHER_SIDE = 0x9d5c0f6b1a2e4837ull, PASSED = 0x3b8e5a71c46d9f02ull;

std::uint64_t tile_key(Cell cell, Tile tile) { return mixed(std::uint64_t(cell) << 6 | tile); }
std::uint64_t hand_key(int side, Tile tile, int copy) { return mixed(1ull << 40 | side << 16 | tile << 8 | copy); }

// The cells of a play and the tiles that leave the hand, as one number.
std::uint64_t play_key(const Board& board, Play play, int side, const Hand& hand) {
    std::uint64_t key = 0;
    each_tile(board, play,
              [&](Cell cell, Tile tile) { key ^= tile_key(cell, tile) ^ hand_key(side, tile, hand.counts[tile]); });
    return key;
}

Endgame::Bound bound_of(int gain, Endgame::Window window) {
    if (gain >= window.high) return Endgame::AT_LEAST;
    return gain <= window.low ? Endgame::AT_MOST : Endgame::EXACT;
}

}  // namespace

bool Endgame::Entry::answers(int wanted_depth, Window window) const {
    if (depth < wanted_depth) return false;
    return bound == EXACT || (bound == AT_LEAST && gain >= window.high) || (bound == AT_MOST && gain <= window.low);
}

Endgame::Endgame(const Ending& ending, Room& room) : ending_(ending), room_(room) {
    for (auto& entry : room_.table) entry = {};
}

Endgame::Value Endgame::search(const Node& node, Window window) {
    --nodes_left_;
    if (is_out_of_work()) return {0, false, {0}};
    Entry& entry = room_.table[node.key & (TABLE_SIZE - 1)];
    const bool seen = entry.is_of(node.key);
    if (seen && entry.answers(node.depth, window)) return {entry.gain, entry.depth == TO_THE_END, entry.best};
    if (node.depth <= 0 || node.ply >= MOST_DEPTH) return judge(node.side);
    const Value value = expand(node, window, seen ? entry.best : Play{0});
    if (is_out_of_work()) return value;
    entry = {node.key, value.best, static_cast<std::int16_t>(value.gain),
             static_cast<std::int8_t>(value.exact ? TO_THE_END : node.depth), bound_of(value.gain, window)};
    return value;
}

// The best of all plays, or the pass where nothing fits.
Endgame::Value Endgame::expand(const Node& node, Window window, Play first) {
    OrderedPlays plays(ending_, node.side, room_.plays[node.ply], first);
    if (!plays.left()) return after_pass(node, window);
    Value best{-MOST_GAIN, plays.complete(), {0}};
    for (bool is_first = true; plays.left() && best.gain < window.high; is_first = false) {
        const ScoredPlay play = plays.take();
        const Value value = try_play(node, play, window, is_first);
        best.exact &= value.exact;
        if (is_out_of_work()) break;
        if (value.gain <= best.gain) continue;
        best.gain = value.gain;
        best.best = play.play;
        if (best.gain > window.low) window.low = best.gain;
    }
    if (best.gain == -MOST_GAIN) best.gain = 0;  // there was no work left for any play
    return best;
}

// The first play is mostly the best one, so of the others it is only asked whether they are better; those that are
// get a search of their own.
Endgame::Value Endgame::try_play(const Node& node, const ScoredPlay& play, Window window, bool is_first) {
    if (is_first) return after_play(node, play, window);
    const Value value = after_play(node, play, {window.low, window.low + 1});
    if (value.gain <= window.low || value.gain >= window.high || is_out_of_work()) return value;
    const Value again = after_play(node, play, window);
    return {again.gain, value.exact && again.exact, again.best};
}

Endgame::Value Endgame::after_play(const Node& node, const ScoredPlay& play, Window window) {
    Hand& hand = ending_.hands[node.side];
    const Hand kept = hand;
    const int passes = ending_.passes;
    const std::uint64_t key =
        node.key ^ play_key(ending_.board, play.play, node.side, hand) ^ OTHER_SIDE ^ (passes ? PASSED : 0);
    Value value{play.points + BONUS, true, {0}};
    hand.remove(play.play);
    if (hand.size) {
        ending_.passes = 0;
        ending_.board.make(play.play);
        value = search(node.next(key), window.reply_to(play.points));
        value.gain = play.points - value.gain;
        ending_.board.unmake(play.play);
        ending_.passes = passes;
    }
    hand = kept;
    return value;
}

Endgame::Value Endgame::after_pass(const Node& node, Window window) {
    if (ending_.passes) return {0, true, {0}};  // the second pass in a row: nobody can go on
    ending_.passes = 1;
    const Value value = search(node.next(node.key ^ OTHER_SIDE ^ PASSED), window.reply_to(0));
    ending_.passes = 0;
    return {-value.gain, value.exact, {0}};
}

// The gain where both sides take the most points until the end.
Endgame::Value Endgame::judge(int side) {
    nodes_left_ -= JUDGING_NODES;
    const Ending::Mark mark = ending_.mark();
    int gain = 0;
    for (int sign = 1; !ending_.over(); sign = -sign, side = 1 - side) {
        gain += sign * ending_.lay(side, BestPlay(ending_.board, ending_.hands[side].kinds).find());
    }
    ending_.go_back_to(mark);
    return {gain, false, {0}};
}

Endgame::Answer Endgame::solve(int nodes) {
    Answer answer{{{0}, 0}, 0, 0, false};
    nodes_left_ = nodes;
    for (int depth = 1; depth <= MOST_DEPTH && !answer.solved; ++depth) {
        const Value value = search({0, depth, 0, START}, EVERYTHING);
        if (is_out_of_work() && depth > 1) break;
        answer = {{value.best, 0}, value.gain, depth, value.exact};
    }
    legal_plays(ending_.board, ending_.hands[0].kinds, [&](Play play, int points) {
        if (play.code == answer.best.play.code) answer.best.points = points;
    });
    return answer;
}

bool Endgame::gain_of(const ScoredPlay& play, int nodes, int& gain) {
    nodes_left_ = nodes;
    for (int depth = 1; depth <= MOST_DEPTH && !is_out_of_work(); ++depth) {
        const Value value = after_play({0, depth, 0, START}, play, EVERYTHING);
        gain = value.gain;
        if (value.exact) return true;
    }
    return false;
}

}  // namespace qwirkle::classic
