// Loops that store what they have read, or in locations of their own, are spin loops. What they show must be
// what the same loops show that are cut after more rounds than the spin loops have.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cat/library.h"
#include "check/scope_of_model.h"
#include "check/test_skeletons.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/findings.h"
#include "util/random.h"

namespace hrfcheck::test {
namespace {

/// Rounds of loops that are cut, in tests of two threads and of three.
constexpr unsigned kBound = 4;
constexpr unsigned kLargerBound = 6;

/// Two threads that take a lock by exchange or compare-exchange, before, between and after other accesses;
/// and maybe a third one that holds the lock for a while, so that both of them may wait at once.
class Locks {
 public:
  /// @param scoped in OpenCL C, with scopes; else in C
  Locks(std::uint64_t seed, bool scoped) : random_(seed), scoped_(scoped) {}

  std::string text() {
    const std::string held = random_.chance(10) ? "1" : "0";
    std::string threads;
    for (int t = 0; t < 2; ++t) {
      threads += thread(t);
    }
    threads += random_.chance(25) ? holder() : "";
    return fmt::format("{} t\n{{ l = {}; f = 0; x = 0; e0 = 0; e1 = 0; }}\n{}locations [l; x; 0:r; 1:r;]\n",
                       scoped_ ? "OPENCL" : "C", held, threads);
  }

 private:
  std::string one(const std::vector<const char*>& words) { return words[random_.below(words.size())]; }

  /// An order, and a scope, as arguments.
  std::string how(const std::vector<const char*>& orders) {
    const std::string order = one(orders);
    const std::string scope = random_.chance(12) ? "work_group" : "device";
    return "memory_order_" + order + (scoped_ ? ", memory_scope_" + scope : "");
  }

  std::string access() {
    switch (random_.below(6)) {
      case 0:
        return "*x = 1; ";
      case 1:
        return "r = *x; ";
      case 2:
        return fmt::format("atomic_store_explicit(f, 1, {}); ", how({"relaxed", "release", "seq_cst"}));
      case 3:
        return fmt::format("r = atomic_load_explicit(f, {}); ", how({"relaxed", "acquire", "seq_cst"}));
      default:
        return "";
    }
  }

  std::string lock(int t) {
    const auto kind = random_.below(8);
    const std::string order = how({"relaxed", "acquire", "acquire", "acq_rel", "seq_cst", "release"});
    if (kind == 0) {
      return fmt::format("while (!atomic_compare_exchange_strong(l, e{}, 1)) *e{} = 0; ", t, t);
    }
    if (kind == 1) {
      return fmt::format("while (atomic_fetch_or_explicit(l, 1, {}) == 1) ; ", order);
    }
    return fmt::format("while (atomic_exchange_explicit(l, 1, {}) {} ", order,
                       random_.chance(50) ? "!= 0) ;" : "== 1) ;");
  }

  std::string thread(int t) {
    const std::string space = scoped_ ? "global " : "";
    const std::string place = scoped_ ? fmt::format("@wg {}, dev 0", random_.below(2)) : "";
    const std::string before = access();
    const std::string taken = random_.chance(85) ? lock(t) : access();
    const std::string between = access();
    const std::string how = this->how({"relaxed", "release", "seq_cst"});
    const std::string given =
        random_.chance(80) ? fmt::format("atomic_store_explicit(l, 0, {}); ", how) : access();
    const std::string after = access();
    return fmt::format(
        "P{1}{2} ({0}atomic_int* l, {0}atomic_int* f, {0}int* x, {0}int* e{1}) {{ int r = 0; {3}}}\n", space,
        t, place, before + taken + between + given + after);
  }

  std::string holder() {
    const std::string space = scoped_ ? "global " : "";
    const std::string first = how({"relaxed", "release", "seq_cst"});
    const std::string second = how({"relaxed", "release", "seq_cst"});
    return fmt::format(
        "P2{1} ({0}atomic_int* l) {{ atomic_store_explicit(l, 1, {2}); "
        "atomic_store_explicit(l, 0, {3}); }}\n",
        space, scoped_ ? "@wg 0, dev 0" : "", first, second);
  }

  Random random_;
  bool scoped_;
};

/// The most rounds before the last one of a loop that stores.
unsigned earlierRounds(const Skeleton& skeleton) {
  unsigned most = 0;
  for (const UnrolledThread& thread : skeleton.threads()) {
    for (const Loop& loop : thread.loops) {
      most = loop.updates || loop.storesOwn ? std::max(most, loop.earlierRounds) : most;
    }
  }
  return most;
}

Findings withoutIncidents(const Analysis& analysis) {
  REQUIRE(!analysis.undecided);
  Findings findings = findingsOf(analysis);
  findings.incidents.clear();
  return findings;
}

class Comparison {
 public:
  void compare(const std::string& text, const Model& model) {
    const auto program = parseLitmus(std::make_shared<const Source>("t.litmus", text));
    if (!whyNotApplicable(model, *program).empty()) {
      return;
    }
    const bool three = program->threads.size() == 3;
    const unsigned bound = three ? kLargerBound : kBound;
    const auto spinning = skeletonFor(model, program, bound);
    if (!spinning->spinsWithStores() || earlierRounds(*spinning) >= bound) {
      return;
    }
    CAPTURE(text);
    CAPTURE(model.name);
    const auto bounded = std::make_shared<const Skeleton>(program, bound);
    const Findings found = withoutIncidents(smt_->analyse(spinning, model, {}));
    if (!three) {
      CHECK(withoutIncidents(explicit_->analyse(spinning, model, {})) == found);
    }
    CHECK(withoutIncidents(smt_->analyse(bounded, model, {})) == found);
    ++compared[model.name];
    withThree += three ? 1 : 0;
  }

  std::map<std::string, unsigned> compared;
  unsigned withThree = 0;

 private:
  std::unique_ptr<Engine> explicit_ = makeExplicitEngine();
  std::unique_ptr<Engine> smt_ = makeSmtEngine();
};

void compareAll(std::uint64_t seeds, unsigned atLeast) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const std::vector<std::string> names = {"c11",  "rc11", "opencl",     "hrf-indirect-relaxed",
                                          "hrf0", "hsa",  "hrf-direct", "c11-partialsc",
                                          "sc",   "rsp"};
  std::map<std::string, Model> models;
  for (const std::string& name : names) {
    models.emplace(name, library.load(name));
  }
  Comparison comparison;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::string text = Locks(seed, seed % 2 == 0).text();
    for (const auto& [name, model] : models) {
      comparison.compare(text, model);
    }
  }
  CHECK(comparison.withThree > atLeast);
  for (const char* name : {"c11", "rc11", "opencl", "hrf-indirect-relaxed", "hrf0", "sc"}) {
    INFO(name);
    CHECK(comparison.compared[name] > atLeast);
  }
}

}  // namespace

TEST_CASE("a few loops that store and spin show what they show when they are cut later") {
  compareAll(60, 5);
}

TEST_CASE("many loops that store and spin show what they show when they are cut later" * doctest::skip()) {
  compareAll(3000, 100);
}

}  // namespace hrfcheck::test
