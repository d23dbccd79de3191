#include "classic/evaluate.h"

#include "classic/best.h"

namespace qwirkle::classic {

namespace {

constexpr int SOON_EMPTY = 30;  // tiles in the bag

int phase_of(int bag) { return bag >= SOON_EMPTY ? 0 : bag > 0 ? 1 : 2; }

int partner_pairs(Set kinds) {
    int pairs = 0;
    for (Set left = kinds; left; left &= left - 1) pairs += count(OF.partners[first(left)] & kinds);
    return pairs / 2;
}

// Keeps the best `most` items, the best first; of equals the one that came first.
template <typename Item>
void insert_best(Item* best, double* worths, int& number, int most, const Item& item, double worth) {
    if (number == most && worth <= worths[number - 1]) return;
    int at = number < most ? number++ : number - 1;
    for (; at > 0 && worths[at - 1] < worth; --at) {
        best[at] = best[at - 1];
        worths[at] = worths[at - 1];
    }
    best[at] = item;
    worths[at] = worth;
}

// The trade that keeps these tiles, one of each kind, as far as the bag allows.
Choice trade_keeping(const Outlook& outlook, Set kept) {
    Choice choice;
    for (int tile = 0; tile < KINDS; ++tile) {
        const int going = outlook.hand.counts[tile] - (kept & bit(tile) ? 1 : 0);
        for (int copy = 0; copy < going && choice.traded < outlook.bag_size; ++copy) {
            choice.trade[choice.traded++] = static_cast<Tile>(tile);
        }
    }
    return choice;
}

// Calls visit(Choice) for the trades that keep one line of the hand, or all kinds, or nothing.
template <typename Visit>
void sensible_trades(const Outlook& outlook, Visit&& visit) {
    if (outlook.board.empty() || !outlook.bag_size) return;
    Choice seen[LINES + 2];
    int number = 0;
    for (int line = 0; line < LINES + 2; ++line) {
        const Set kept = line < LINES ? full_line(line) : line == LINES ? ALL : 0;
        const Choice choice = trade_keeping(outlook, outlook.hand.kinds & kept);
        bool again = choice.traded == 0;
        for (int at = 0; at < number && !again; ++at) again = seen[at] == choice;
        if (again) continue;
        seen[number++] = choice;
        visit(choice);
    }
}

}  // namespace

Reach::Reach(const Board& board) {
    for (int at = 0; at < board.frontier_count; ++at) {
        const Slot& slot = board.slots[board.frontier[at]];
        kinds_[slot.points[EAST] + slot.points[SOUTH]] |= board.open[at];
    }
    for (int points = MOST - 1; points > 0; --points) kinds_[points] |= kinds_[points + 1];
}

int Reach::best(Set held) const {
    int points = MOST;
    while (points > 0 && !(kinds_[points] & held)) --points;
    return points;
}

double Reach::expected(Set held, int draws, const Unseen& unseen) const {
    const int sure = best(held);
    double sum = sure, chance = 0;
    for (int points = MOST; points > sure; --points) {
        if (kinds_[points] != kinds_[points + 1]) chance = 1 - unseen.missed(kinds_[points], draws);
        sum += chance;
    }
    return sum;
}

Evaluator::Evaluator(const Outlook& outlook)
    : outlook_(outlook), unseen_(outlook.unseen), phase_(phase_of(outlook.bag_size)) {}

Features Evaluator::features(const Choice& choice) {
    Hand kept = outlook_.hand;
    kept.remove(choice.play);
    for (int at = 0; at < choice.traded; ++at) kept.remove(choice.trade[at]);
    const int used = outlook_.hand.size - kept.size, draws = used < outlook_.bag_size ? used : outlook_.bag_size;
    outlook_.board.make(choice.play);
    const Reach reach(outlook_.board);
    const Set fitting = reach[1];
    const int follow = kept.kinds & fitting ? BestPlay(outlook_.board, kept.kinds).find().points : 0;
    const double out = kept.size == 0 && outlook_.bag_size == 0 ? BONUS : 0;
    const Features found{{
        choice.points + out,
        static_cast<double>(follow),                                // the best play of what is kept
        out > 0 ? 0 : reach.expected(kept.kinds, draws, unseen_),   // one's own best single tile
        out > 0 ? 0 : reach.expected(0, outlook_.theirs, unseen_),  // the next player's
        static_cast<double>(kept.size - count(kept.kinds)),         // duplicates
        static_cast<double>(kept.size),
        static_cast<double>(partner_pairs(kept.kinds)),
        static_cast<double>(largest_set(kept.kinds)),
        out > 0 ? 0 : 1 - unseen_.missed(reach[LONGEST + BONUS], outlook_.theirs),  // danger of a line of six
        static_cast<double>(count(kept.kinds & ~fitting)),                          // kept kinds that fit nowhere
        choice.is_play() ? 0.0 : 1.0,                                               // a trade
        static_cast<double>(unseen_.of(reach[LONGEST + BONUS])),  // unseen tiles that make a line of six
    }};
    outlook_.board.unmake(choice.play);
    return found;
}

double Evaluator::worth(const Choice& choice, const Weights& weights) {
    const Features found = features(choice);
    double sum = 0;
    for (int at = 0; at < FEATURES; ++at) sum += weights.of[phase_][at] * found.value[at];
    return sum;
}

int shortlist(const Outlook& outlook, const Weights& weights, int evaluated_plays, Choice* best, double* worths,
              int most) {
    Evaluator evaluator(outlook);
    ScoredPlay plays[MOST_EVALUATED];
    double points_of[MOST_EVALUATED];
    evaluated_plays = evaluated_plays < MOST_EVALUATED ? evaluated_plays : MOST_EVALUATED;
    int number = 0, found = 0;
    legal_plays(outlook.board, outlook.hand.kinds, [&](Play play, int points) {
        insert_best(plays, points_of, number, evaluated_plays, ScoredPlay{play, points}, points + 0.01 * play.size());
    });
    for (int at = 0; at < number; ++at) {
        Choice choice;
        choice.play = plays[at].play;
        choice.points = plays[at].points;
        insert_best(best, worths, found, most, choice, evaluator.worth(choice, weights));
    }
    sensible_trades(outlook, [&](const Choice& choice) {
        insert_best(best, worths, found, most, choice, evaluator.worth(choice, weights));
    });
    if (!found) best[found++] = Choice{};  // nothing fits and nothing can be drawn: a pass
    return found;
}

}  // namespace qwirkle::classic
