// Rounds of spin loops whose reads acquire nothing new are left out. What is left must show what all rounds
// show.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>

#include "cat/library.h"
#include "check/scope_of_model.h"
#include "check/test_skeletons.h"
#include "engine/engine.h"
#include "execution/left_out_rounds.h"
#include "frontend/litmus.h"
#include "support/findings.h"
#include "util/random.h"

namespace hrfcheck::test {
namespace {

constexpr unsigned kRoundsBound = 2;

/// Threads that wait for a lock, a counter or a flag, between ordinary accesses.
class Waiters {
 public:
  /// @param scoped in OpenCL C, with scopes; else in C
  Waiters(std::uint64_t seed, bool scoped)
      : random_(seed), scoped_(scoped), careful_(random_.chance(70)), strange_(random_.chance(30)) {}

  std::string text() {
    const std::uint64_t threads = random_.chance(20) ? 3 : 2;
    std::string columns;
    for (std::uint64_t t = 0; t < threads; ++t) {
      columns += thread(t);
    }
    return fmt::format("{} t\n{{ l = 0; c = 0; f = 0; x = 0; }}\n{}locations [l; c; x; 0:r; 1:r;]\n",
                       scoped_ ? "OPENCL" : "C", columns);
  }

 private:
  std::string one(const std::vector<const char*>& words) { return words[random_.below(words.size())]; }

  /// An order, which most tests choose from the first ones, and a scope.
  std::string how(const std::vector<const char*>& orders, std::size_t enough) {
    std::vector<const char*> some = orders;
    some.resize(careful_ ? enough : orders.size());
    const std::string order = one(some);
    const std::string scope = !careful_ && random_.chance(10) ? "work_group" : "device";
    return "memory_order_" + order + (scoped_ ? ", memory_scope_" + scope : "");
  }
  std::string acquire() { return how({"acquire", "seq_cst", "relaxed"}, 2); }
  std::string release() { return how({"release", "seq_cst", "relaxed"}, 2); }

  std::string ordinary() {
    const auto kind = random_.below(5);
    return kind < 2 ? "*x = 1; " : kind < 4 ? "r = *x; " : "";
  }

  std::string swap(const char* expected, const char* stored) {
    const std::string order = how({"acq_rel", "seq_cst", "acquire", "release", "relaxed"}, 3);
    const std::string scope = scoped_ ? order.substr(order.find(',')) : "";
    return fmt::format("atomic_compare_exchange_strong_explicit(l, {}, {}, {}, memory_order_relaxed{})",
                       expected, stored, scoped_ ? order.substr(0, order.find(',')) : order, scope);
  }

  std::string critical() {
    std::string text = fmt::format("while ({} == 0) ; ", swap("0", "1")) + ordinary();
    if (strange_ && random_.chance(30)) {
      text = fmt::format("if ({} != 0) {{ r = *x; }} ", swap("0", "1"));  // it may store without the lock
    }
    if (strange_ && random_.chance(30)) {
      text += swap("1", "0") + "; ";
    }
    return text +
           fmt::format("atomic_store_explicit(l, {}, {}); ", strange_ ? one({"0", "1"}) : "0", release());
  }

  std::string counted() {
    const std::string add = fmt::format("atomic_fetch_add_explicit(c, 1, {}); ",
                                        how({"acq_rel", "seq_cst", "acquire", "release", "relaxed"}, 2));
    return add +
           (random_.chance(70) ? fmt::format("while (atomic_load_explicit(c, {}) != 2) ; ", acquire()) : "");
  }

  std::string flagged(std::uint64_t thread) {
    return thread == 0 ? fmt::format("atomic_store_explicit(f, 1, {}); ", release())
                       : fmt::format("while (atomic_load_explicit(f, {}) != 1) ; ", acquire());
  }

  std::string part(std::uint64_t thread) {
    const auto kind = random_.below(5);
    return kind < 3 ? critical() : kind < 4 ? counted() : flagged(thread);
  }

  std::string thread(std::uint64_t t) {
    const std::string space = scoped_ ? "global " : "";
    const std::string place = scoped_ ? fmt::format("@wg {}, dev 0", random_.below(2)) : "";
    const std::string before = ordinary();
    const std::string first = part(t);
    const std::string between = ordinary();
    const std::string second = random_.chance(25) ? part(t) : "";
    return fmt::format(
        "P{1}{2} ({0}atomic_int* l, {0}atomic_int* c, {0}atomic_int* f, {0}int* x) {{ int r = 0; {3}}}\n",
        space, t, place, before + first + between + second);
  }

  Random random_;
  bool scoped_;
  bool careful_, strange_;
};

class RoundsComparison {
 public:
  void compare(const std::string& text, const Model& model) {
    const auto program = parseLitmus(std::make_shared<const Source>("t.litmus", text));
    if (!whyNotApplicable(model, *program).empty()) {
      return;
    }
    const auto all = std::make_shared<const Skeleton>(program, kRoundsBound);
    Model silent = model;
    silent.updatesHandOn = false;
    const bool byRetriedReads =
        all->hasSpinLoops() && !roundsMayBeLeftOut(silent, *all) && roundsMayBeLeftOut(model, *all);
    if (!byRetriedReads) {
      return;
    }
    const auto few = skeletonFor(model, program, kRoundsBound);
    REQUIRE(few->spinRounds() != SpinRounds::All);
    CAPTURE(text);
    CAPTURE(model.name);
    const Findings whole = withoutIncidents(smt_->analyse(all, model, {}));
    CHECK(withoutIncidents(explicit_->analyse(few, model, {})) == whole);
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
#ifdef HRFCHECK_SANITIZED
  compareRounds(12, 2);
#else
  compareRounds(40, 10);
#endif
}

TEST_CASE("many waiting loops show without their earlier rounds what they show with them" * doctest::skip()) {
  compareRounds(4000, 400);
}

}  // namespace hrfcheck::test
