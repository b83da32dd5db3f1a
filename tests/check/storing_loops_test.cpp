// Loops that store what they have read, or in locations of their own, are spin loops. What they show must be
// what the same loops show that are cut after more rounds than the spin loops have.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cat/library.h"
#include "check/models/scope_of_model.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/litmus_columns.h"
#include "support/slice.h"
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
    const char* give = random_.chance(70) ? "store" : "exchange";
    const std::string given =
        random_.chance(80) ? fmt::format("atomic_{}_explicit(l, 0, {}); ", give, how) : access();
    const std::string after = access();
    return fmt::format(
        "P{1}{2} ({0}atomic_int* l, {0}atomic_int* f, {0}int* x, {0}int* e{1}) {{ int r = 0; {3}}}\n", space,
        t, place, before + taken + between + given + after);
  }

  /// It may give the lock away twice, so that whoever takes it need not give it back.
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

/// The same in PTX.
class PtxLocks {
 public:
  explicit PtxLocks(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    std::vector<std::vector<std::string>> columns;
    for (int t = 0; t < 2; ++t) {
      columns.push_back(column(random_.chance(90)));
    }
    if (random_.chance(30)) {
      columns.push_back({"st.relaxed.gpu l, 1", one({"st.relaxed.gpu l, 0", "st.release.gpu l, 0"}),
                         one({"", "st.relaxed.gpu l, 0"})});
    }
    for (std::size_t t = 0; t < columns.size(); ++t) {
      columns[t].insert(columns[t].begin(), fmt::format("P{}@cta {},gpu 0", t, random_.below(2)));
    }
    return fmt::format("PTX t\n{{ l=0; f=0; x=0; 0:r1=0; 1:r1=0; }}\n{}locations [l; x; 0:r1; 1:r1;]\n",
                       litmusRows(columns));
  }

 private:
  std::string one(const std::vector<const char*>& words) { return words[random_.below(words.size())]; }
  std::string scope() { return random_.chance(10) ? "cta" : "gpu"; }

  std::string access() {
    switch (random_.below(7)) {
      case 0:
        return "st.weak x, 1";
      case 1:
        return "ld.weak r1, x";
      case 2:
        return fmt::format("st.{}.{} f, 1", one({"relaxed", "release"}), scope());
      case 3:
        return fmt::format("ld.{}.{} r1, f", one({"relaxed", "acquire"}), scope());
      case 4:
        return fmt::format("fence.{}.{}", one({"acq_rel", "sc"}), scope());
      default:
        return "";
    }
  }

  std::vector<std::string> column(bool locks) {
    std::vector<std::string> result{access()};
    if (locks) {
      const std::string order = one({"relaxed", "acquire", "acquire", "acq_rel", "release"});
      result.push_back(fmt::format("T: atom.{}.{}.exch r0, l, 1", order, scope()));
      result.emplace_back(random_.chance(50) ? "bne r0, 0, T" : "beq r0, 1, T");
    }
    result.push_back(access());
    if (random_.chance(75)) {
      const char* give = random_.chance(70) ? "st.{}.{} l, 0" : "atom.{}.{}.exch r9, l, 0";
      result.push_back(fmt::format(fmt::runtime(give), one({"relaxed", "release"}), scope()));
    }
    result.push_back(access());
    return result;
  }

  Random random_;
};

/// The most rounds before the last one of a loop that stores.
unsigned earlierRounds(const EventStructure& structure) {
  unsigned most = 0;
  for (const UnrolledThread& thread : structure.threads()) {
    for (const Loop& loop : thread.loops) {
      most = loop.updates || loop.storesOwn ? std::max(most, loop.earlierRounds) : most;
    }
  }
  return most;
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
    const auto spinning = prepared(program, bound, model).structurePtr();
    if (!spinning->spinsWithStores() || earlierRounds(*spinning) >= bound) {
      return;
    }
    CAPTURE(text);
    CAPTURE(model.name);
    const auto bounded = std::make_shared<const EventStructure>(program, bound);
    const Findings found = withoutIncidents(smt_->analyse(given(spinning, model), {}));
    if (!three) {
      CHECK(withoutIncidents(explicit_->analyse(given(spinning, model), {})) == found);
    }
    CHECK(withoutIncidents(smt_->analyse(given(bounded, model), {})) == found);
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
  const std::vector<std::string> names = {"c11",           "rc11", "opencl", "hrf-indirect-relaxed",
                                          "ptx",           "hrf0", "hsa",    "hrf-direct",
                                          "c11-partialsc", "sc",   "rsp"};
  std::map<std::string, Model> models;
  for (const std::string& name : names) {
    models.emplace(name, library.load(name));
  }
  Comparison comparison;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::string text = seed % 3 == 2 ? PtxLocks(seed).text() : Locks(seed, seed % 3 == 0).text();
    for (const auto& [name, model] : models) {
      comparison.compare(text, model);
    }
  }
  CHECK(comparison.withThree > atLeast);
  for (const char* name : {"c11", "rc11", "opencl", "hrf-indirect-relaxed", "hrf0", "sc", "ptx"}) {
    INFO(name);
    CHECK(comparison.compared[name] > atLeast);
  }
}

}  // namespace

TEST_CASE("a few loops that store and spin show what they show when they are cut later") {
  compareAll(shareOf(150), shareOf(5));
}

TEST_CASE("many loops that store and spin show what they show when they are cut later" * doctest::skip()) {
  compareAll(4500, 100);
}

namespace {

std::shared_ptr<const EventStructure> structureOf(const std::string& model, const std::string& text) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return prepared(parseLitmus(std::make_shared<const Source>("t.litmus", text)), kBound, library.load(model))
      .structurePtr();
}

bool isBounded(const std::string& model, const std::string& text) {
  const auto structure = structureOf(model, text);
  return std::ranges::any_of(structure->threads(), &UnrolledThread::mayReachBound);
}

/// A thread that takes a lock and does something more.
std::string lockBy(int t, const std::string& loop, const std::string& more = "atomic_store(l, 0);") {
  return fmt::format("P{0} (atomic_int* l, int* x, int* y, int* e{0}) {{ {1} {2} }}\n", t, loop, more);
}

std::string test(const std::string& threads, const std::string& observed = "x; y;") {
  return "C t\n{ l = 0; x = 0; y = 0; e0 = 0; e1 = 0; }\n" + threads + "locations [" + observed + "]\n";
}

const std::string kExchange = "while (atomic_exchange(l, 1) != 0) ;";

}  // namespace

TEST_CASE("a lock taken by exchange is decided") {
  const std::string text = test(lockBy(0, kExchange) + lockBy(1, kExchange));
  for (const char* model : {"sc", "hrf0", "hrf-direct", "hrf-indirect", "hrf-direct-relaxed",
                            "hrf-indirect-relaxed", "hsa", "rsp-incl", "rc11", "c11", "opencl"}) {
    INFO(model);
    CHECK_FALSE(isBounded(model, text));
  }
  // Without remote operations, nothing is promoted.
  for (const char* model : {"rsp", "rsp-literal", "opencl-rsp"}) {
    INFO(model);
    CHECK_FALSE(isBounded(model, text));
  }
  CHECK(isBounded("c11-partialsc", text));  // its axioms ask which writes are seq_cst
}

TEST_CASE("where too many failing rounds would count, loops are bounded") {
  const auto bounded = [](const char* model, const std::string& loop) {
    std::string threads;
    for (int t = 0; t < 5; ++t) {
      threads += lockBy(t, loop);
    }
    return isBounded(model, test(threads));
  };
  const std::string acquires = "while (atomic_exchange_explicit(l, 1, memory_order_acquire) != 0) ;";
  CHECK(bounded("c11", kExchange));
  CHECK_FALSE(bounded("c11", acquires));
  CHECK_FALSE(bounded("rc11", kExchange));
}

TEST_CASE("other ways to store what was read") {
  const auto bounded = [](const std::string& loop) {
    return isBounded("rc11", test(lockBy(0, loop) + lockBy(1, loop)));
  };
  CHECK_FALSE(bounded("while (atomic_exchange(l, 1) == 1) ;"));
  CHECK_FALSE(bounded("while (atomic_fetch_or(l, 1) != 0) ;"));
  CHECK_FALSE(bounded("while (atomic_fetch_max(l, 1) == 1) ;"));
  CHECK(bounded("while (atomic_exchange(l, 2) == 1) ;"));
  CHECK(bounded("while (atomic_fetch_add(l, 1) != 0) ;"));
  CHECK(bounded("while (atomic_exchange(l, 1) != 0) *x = 1;"));
}

TEST_CASE("others may read what a failing exchange stores, where updates hand on") {
  const auto bounded = [](const std::string& other) {
    return isBounded("rc11", test(lockBy(0, kExchange) + lockBy(1, other, "")));
  };
  CHECK_FALSE(bounded("int r = atomic_load(l);"));
  CHECK_FALSE(bounded("int r = atomic_exchange(l, 0); *x = r;"));
  CHECK_FALSE(bounded("atomic_exchange(l, 0);"));
  CHECK_FALSE(bounded("while (atomic_load(l) != 1) ;"));
  CHECK_FALSE(bounded("while (atomic_exchange(l, 0) != 1) ;"));
  CHECK_FALSE(bounded("while (atomic_load(l) != 0) ;"));
  CHECK_FALSE(bounded("while (atomic_compare_exchange_strong(l, 0, 1) == 0) ;"));
  CHECK_FALSE(bounded("atomic_store(l, 0);"));
}

TEST_CASE("an expected value in memory is the thread's own") {
  const auto reset = [](int t) {
    return fmt::format("while (!atomic_compare_exchange_strong(l, e{0}, 1)) *e{0} = 0;", t);
  };
  for (const char* model : {"sc", "hrf-indirect-relaxed", "rc11", "c11", "opencl", "rsp", "c11-partialsc"}) {
    INFO(model);
    CHECK_FALSE(isBounded(model, test(lockBy(0, reset(0)) + lockBy(1, reset(1)))));
  }
  CHECK(
      isBounded("rc11", test(lockBy(0, reset(0)) + lockBy(1, reset(1)) + "P2 (int* e1) { int r = *e1; }\n")));
  CHECK(isBounded("rc11", test(lockBy(0, "while (!atomic_compare_exchange_strong(l, e0, 1)) *e0 = *e0 + 1;") +
                               lockBy(1, kExchange))));
}

TEST_CASE("scopes that do not include each other keep loops bounded where failing rounds are needed") {
  const auto text = [](const char* scope) {
    const std::string body = fmt::format(
        "(global atomic_int* l) {{ while (atomic_exchange_explicit(l, 1, memory_order_acquire, "
        "memory_scope_{}) != 0) ; atomic_store(l, 0); }}\n",
        scope);
    return "OPENCL t\n{ l = 0; }\nP0@wg 0 " + body + "P1@wg 1 " + body + "exists (l=0)\n";
  };
  CHECK_FALSE(isBounded("opencl", text("device")));
  CHECK(isBounded("opencl", text("work_group")));
}

TEST_CASE("a failing round hands on, and another one of its thread acquires what came back") {
  // Each of P0 and P1 sees what the other one did before its loop, because P2 kept both of them waiting: P0
  // has a round before a round of P1, and one after it.
  const auto waiting = [](int t, const char* mine, const char* other) {
    return lockBy(t, fmt::format("*{} = 1; {}", mine, kExchange), fmt::format("int r = *{};", other));
  };
  const std::string text = test(waiting(0, "x", "y") + waiting(1, "y", "x") +
                                    "P2 (atomic_int* l) { atomic_store_explicit(l, 1, memory_order_relaxed); "
                                    "atomic_store_explicit(l, 0, memory_order_relaxed); "
                                    "atomic_store_explicit(l, 0, memory_order_relaxed); }\n",
                                "0:r; 1:r;");
  const auto structure = structureOf("c11", text);
  CHECK(earlierRounds(*structure) == 4);
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Findings found = findingsOf(makeSmtEngine()->analyse(given(structure, library.load("c11")), {}));
  CHECK(found.outcomes.contains({1, 1}));
  CHECK(found.incidents.empty());
}

}  // namespace hrfcheck::test
