// Environments by the thousand for Python: the arrays are written in place, step by step.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <vector>

#include "envs/cards.h"
#include "envs/classic.h"
#include "python/batches.h"
#include "python/bind.h"

namespace nb = nanobind;

namespace qwirkle::python {

namespace {

using Actions = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename Item>
using Array = nb::ndarray<nb::numpy, Item>;

constexpr std::size_t MOST_GAMES = 100'000;  // 8 GB of tile games

// What one seat earns at the end: 1 for the only winner, in sum zero; several winners share.
float reward(unsigned winners, int seat, int players) {
    const auto won = static_cast<float>(winners >> seat & 1);
    return (won * static_cast<float>(players) / static_cast<float>(count(winners)) - 1) /
           static_cast<float>(players - 1);
}

// One thread at a time: while a batch works, Python goes on, and could come back.
class Busy {
  public:
    explicit Busy(std::atomic<bool>& flag) : flag_(flag) {
        if (flag_.exchange(true)) throw nb::value_error("Another thread is using this batch.");
    }
    ~Busy() { flag_ = false; }

  private:
    std::atomic<bool>& flag_;
};

template <typename Env>
class Batch {
  public:
    Batch(std::size_t games, int players, std::uint64_t seed, int threads, int most_turns)
        : games_(games), players_(players), seed_(seed), threads_(threads), most_turns_(most_turns) {
        check_batch(players < 0 ? 0 : static_cast<std::size_t>(players), threads);
        if (games < 1 || games > MOST_GAMES) throw nb::value_error("A batch has 1 to 100,000 games.");
        if (most_turns < 1) throw nb::value_error("A game has at least one turn.");
        size_ = static_cast<std::size_t>(Env::observation_size(players));
        for (std::size_t game = 0; game < games; ++game) envs_.push_back(std::make_unique<Env>());
        observations_.resize(games * size_);
        masks_.resize(games * Env::ACTIONS);
        seats_.resize(games);
        sampled_.resize(games);
        beyond_.resize(games);
        scores_.resize(games * seats());
        rewards_.resize(games * seats());
        terminated_ = std::make_unique<bool[]>(games);
        truncated_ = std::make_unique<bool[]>(games);
        for (std::size_t game = 0; game < games; ++game) dice_.emplace_back(game_seed(seed + 1, game));
        reset();
    }

    // New games in all places.
    void reset() {
        const Busy busy(busy_);
        episodes_.assign(games_, 0);
        in_threads(games_, threads_, [&] {
            return [&](std::size_t game) {
                begin(game);
                tell(game);
                settle(game);
            };
        });
    }

    // One action in each game; a game that is over makes way for a new one. Where an action is not legal nothing
    // happens, and the number of that game is returned; otherwise -1.
    std::int64_t step(const Actions& actions) {
        if (actions.shape(0) != games_) throw nb::value_error("There must be one action for each game.");
        const Busy busy(busy_);
        chosen_.assign(actions.data(), actions.data() + games_);  // a copy, which nobody changes meanwhile
        for (std::size_t game = 0; game < games_; ++game) {
            if (!envs_[game]->legal().allows(chosen_[game])) return static_cast<std::int64_t>(game);
        }
        in_threads(games_, threads_, [&] {
            return [&](std::size_t game) {
                envs_[game]->step(chosen_[game]);
                settle(game);
                if (terminated_[game] || truncated_[game]) begin(game);
                tell(game);
            };
        });
        return -1;
    }

    // A legal action for each game, all with the same chance.
    Array<std::int32_t> sample() {
        const Busy busy(busy_);
        for (std::size_t game = 0; game < games_; ++game) {
            const auto& legal = envs_[game]->legal();
            const auto chosen = dice_[game].below(static_cast<std::uint32_t>(legal.number()));
            sampled_[game] = legal.pick(static_cast<int>(chosen));
        }
        return {sampled_.data(), {games_}, nb::find(this)};
    }

    Array<std::int16_t> observations() { return {observations_.data(), {games_, size_}, nb::find(this)}; }
    Array<std::int8_t> masks() { return {masks_.data(), {games_, std::size_t{Env::ACTIONS}}, nb::find(this)}; }
    Array<std::int32_t> beyond() { return {beyond_.data(), {games_}, nb::find(this)}; }
    Array<std::int8_t> seats_to_move() { return {seats_.data(), {games_}, nb::find(this)}; }
    Array<std::int16_t> scores() { return {scores_.data(), {games_, seats()}, nb::find(this)}; }
    Array<float> rewards() { return {rewards_.data(), {games_, seats()}, nb::find(this)}; }
    Array<bool> terminated() { return {terminated_.get(), {games_}, nb::find(this)}; }
    Array<bool> truncated() { return {truncated_.get(), {games_}, nb::find(this)}; }

  private:
    std::size_t games_, size_ = 0;
    int players_;
    std::uint64_t seed_;
    int threads_, most_turns_;
    std::vector<std::unique_ptr<Env>> envs_;
    std::vector<Dice> dice_;  // of sample()
    std::vector<std::uint64_t> episodes_;
    std::vector<std::int16_t> observations_, scores_;
    std::vector<std::int8_t> masks_, seats_;
    std::vector<std::int32_t> chosen_, sampled_, beyond_;
    std::vector<float> rewards_;
    std::unique_ptr<bool[]> terminated_, truncated_;
    std::atomic<bool> busy_{false};

    std::size_t seats() const { return static_cast<std::size_t>(players_); }

    void begin(std::size_t game) { envs_[game]->reset(players_, game_seed(game_seed(seed_, game), episodes_[game]++)); }

    // What the last step led to.
    void settle(std::size_t game) {
        const Env& env = *envs_[game];
        terminated_[game] = env.ended();
        truncated_[game] = !env.ended() && (env.legal().none() || env.turns() >= most_turns_);
        for (int seat = 0; seat < players_; ++seat) {
            const std::size_t at = game * seats() + static_cast<std::size_t>(seat);
            scores_[at] = static_cast<std::int16_t>(env.score(seat));
            rewards_[at] = env.ended() ? reward(env.winners(), seat, players_) : 0;
        }
    }

    // What the player to move sees now.
    void tell(std::size_t game) {
        const Env& env = *envs_[game];
        env.observe(observations_.data() + game * size_);
        env.legal().write(masks_.data() + game * Env::ACTIONS);
        seats_[game] = static_cast<std::int8_t>(env.seat());
        beyond_[game] = env.beyond();
    }
};

template <typename Env>
void bind_batch(nb::module_& module, const char* name, const char* doc) {
    nb::class_<Batch<Env>>(module, name, doc)
        .def(nb::init<std::size_t, int, std::uint64_t, int, int>(), nb::arg("games"), nb::arg("players"),
             nb::arg("seed"), nb::arg("threads"), nb::arg("most_turns"))
        .def("reset", &Batch<Env>::reset, "Begin all games again.")
        .def("step", &Batch<Env>::step, nb::arg("actions"),
             "One action in each game; the number of a game whose action is not legal, or -1.")
        .def("sample", &Batch<Env>::sample, "A random legal action for each game.")
        .def_prop_ro("observations", &Batch<Env>::observations)
        .def_prop_ro("masks", &Batch<Env>::masks)
        .def_prop_ro("beyond", &Batch<Env>::beyond)
        .def_prop_ro("seats", &Batch<Env>::seats_to_move)
        .def_prop_ro("scores", &Batch<Env>::scores)
        .def_prop_ro("rewards", &Batch<Env>::rewards)
        .def_prop_ro("terminated", &Batch<Env>::terminated)
        .def_prop_ro("truncated", &Batch<Env>::truncated);
}

}  // namespace

void bind_envs(nb::module_& module) {
    bind_batch<envs::Classic>(module, "ClassicEnvs", "Many tile games, action by action.");
    bind_batch<envs::Cards>(module, "CardsEnvs", "Many card games, action by action.");
}

}  // namespace qwirkle::python
