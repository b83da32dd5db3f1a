// Rounds of spin loops whose reads acquire nothing new are left out. What is left must show what all rounds
// show.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>

#include "cat/library.h"
#include "check/models/scope_of_model.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "execution/elimination/iteration_elimination.h"
#include "frontend/litmus.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/slice.h"
#include "util/random.h"

namespace hrfcheck::test {
namespace {

constexpr unsigned kRoundsBound = 2;

/// Two or three threads that wait for a lock, a counter or a flag, between ordinary accesses.
class Waiters {
 public:
  /// @param scoped in OpenCL C, with scopes; else in C
  Waiters(std::uint64_t seed, bool scoped)
      : random_(seed), scoped_(scoped), careful_(random_.chance(50)), theme_(random_.below(3)) {}

  std::string text() {
    threads_ = random_.chance(65) ? 3 : 2;
    std::string columns;
    for (std::uint64_t t = 0; t < threads_; ++t) {
      columns += thread(t);
    }
    return fmt::format("{} t\n{{ v = 0; x = 0; }}\n{}locations [v; x; 0:r; 1:r;{}]\n",
                       scoped_ ? "OPENCL" : "C", columns, threads_ == 3 ? " 2:r;" : "");
  }

 private:
  std::string one(const std::vector<const char*>& words) { return words[random_.below(words.size())]; }

  /// An order: a careful test chooses one of the first ones.
  std::string order(std::vector<const char*> orders, std::size_t enough) {
    orders.resize(careful_ ? enough : orders.size());
    return "memory_order_" + one(orders);
  }
  std::string scope() {
    const std::string name = !careful_ && random_.chance(10) ? "work_group" : "device";
    return scoped_ ? ", memory_scope_" + name : "";
  }
  std::string acquire() { return order({"acquire", "seq_cst", "relaxed"}, 2) + scope(); }
  std::string release() { return order({"release", "seq_cst", "relaxed"}, 2) + scope(); }
  std::string full() { return order({"acq_rel", "seq_cst", "acquire", "release", "relaxed"}, 2) + scope(); }

  /// The first thread writes more often, the last one reads.
  std::string ordinary(std::uint64_t thread) {
    const std::uint64_t writes = thread == 0 ? 70 : thread + 1 == threads_ ? 10 : 25;
    return random_.chance(30) ? "" : random_.chance(writes) ? "*x = 1; " : "r = *x; ";
  }

  std::string swap(const char* expected, const char* stored) {
    const std::string success = order({"acq_rel", "seq_cst", "acquire", "relaxed"}, 3);
    const std::string failure =
        success == "memory_order_relaxed" ? success : order({"acquire", "acquire", "relaxed"}, 2);
    return fmt::format("atomic_compare_exchange_strong_explicit(v, {}, {}, {}, {}{})", expected, stored,
                       success, failure, scope());
  }

  /// Now and then, what a round that goes back leaves behind.
  std::string round() { return random_.chance(20) ? "r = 7;" : ";"; }

  std::string critical(std::uint64_t thread) {
    const bool strange = !careful_ && random_.chance(30);
    const std::string inside = ordinary(thread);
    const std::string given = fmt::format("atomic_store_explicit(v, 0, {}); ", release());
    if (strange && random_.chance(50)) {
      return random_.chance(50) ? inside + given : swap("1", "0") + "; " + inside;  // without the lock
    }
    return fmt::format("while ({} == 0) {} ", swap("0", "1"), round()) + inside + (strange ? "" : given);
  }

  /// What is waited for is written by one thread, or by several.
  std::string flagged(std::uint64_t thread) {
    if (thread + 1 == threads_) {
      return fmt::format("while (atomic_load_explicit(v, {}) != {}) {} ", acquire(), threads_ - 1, round());
    }
    return careful_ && thread > 0 ? ""
                                  : fmt::format("atomic_store_explicit(v, {}, {}); ",
                                                careful_ ? threads_ - 1 : thread + 1, release());
  }

  std::string counted(std::uint64_t thread) {
    const std::string add = fmt::format("atomic_fetch_add_explicit(v, 1, {}); ", full());
    const bool waits = thread + 1 == threads_ || random_.chance(25);
    return (thread + 1 < threads_ ? add : "") +
           (waits ? fmt::format("while (atomic_load_explicit(v, {}) != {}) {} ", acquire(), threads_ - 1,
                                round())
                  : "");
  }

  std::string thread(std::uint64_t t) {
    const std::string space = scoped_ ? "global " : "";
    const std::string place = scoped_ ? fmt::format("@wg {}, dev 0", random_.below(2)) : "";
    const std::string before = ordinary(t);
    const std::string waiting = theme_ == 0 ? critical(t) : theme_ == 1 ? counted(t) : flagged(t);
    const std::string after = (random_.chance(10) ? "if (r == 7) *x = 2; " : "") + ordinary(t);
    return fmt::format("P{1}{2} ({0}atomic_int* v, {0}int* x) {{ int r = 0; {3}}}\n", space, t, place,
                       before + waiting + after);
  }

  Random random_;
  bool scoped_;
  bool careful_;  ///< as programs are that work
  std::uint64_t theme_;
  std::uint64_t threads_ = 2;
};

class RoundsComparison {
 public:
  void compare(const std::string& text, const Model& model) {
    const auto program = parseLitmus(std::make_shared<const Source>("t.litmus", text));
    if (!whyNotApplicable(model, *program).empty()) {
      return;
    }
    const auto all = std::make_shared<const EventStructure>(program, kRoundsBound);
    Model silent = model;
    silent.updatesHandOn = false;
    const bool bySubsumedAcquires =
        all->hasSpinLoops() && !roundsMayBeLeftOut(silent, *all) && roundsMayBeLeftOut(model, *all);
    if (!bySubsumedAcquires) {
      return;
    }
    const auto few = prepared(program, kRoundsBound, model).structurePtr();
    REQUIRE((few->roundBounds() == RoundBounds::Last || few->roundBounds() == RoundBounds::Few));
    CAPTURE(text);
    CAPTURE(model.name);
    const Findings whole = withoutIncidents(smt_->analyse(given(all, model), {}));
    CHECK(withoutIncidents(explicit_->analyse(given(few, model), {})) == whole);
    ++compared[model.name];
  }

  std::map<std::string, unsigned> compared;

 private:
  std::unique_ptr<Engine> explicit_ = makeExplicitEngine();
  std::unique_ptr<Engine> smt_ = makeSmtEngine();
};

void compareRounds(std::uint64_t seeds, unsigned atLeast) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const std::vector<std::string> names{"c11", "rc11", "opencl", "opencl-rsp"};
  std::map<std::string, Model> models;
  for (const std::string& name : names) {
    models.emplace(name, library.load(name));
  }
  RoundsComparison comparison;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::string text = Waiters(seed, seed % 2 == 0).text();
    for (const auto& [name, model] : models) {
      comparison.compare(text, model);
    }
  }
  for (const char* name : {"opencl", "opencl-rsp"}) {
    INFO(name);
    CHECK(comparison.compared[name] > atLeast);
  }
}

}  // namespace

TEST_CASE("a few waiting loops show without their earlier rounds what they show with them") {
  compareRounds(shareOf(400), shareOf(80));
}

TEST_CASE("many waiting loops show without their earlier rounds what they show with them" * doctest::skip()) {
  compareRounds(4000, 400);
}

}  // namespace hrfcheck::test
