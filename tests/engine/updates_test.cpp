// Locations that are only updated: what is left there is summed up by one engine
// (execution/elimination/update_chains.h), and found along coherence by the others.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "engine/engine.h"
#include "execution/elimination/update_chains.h"
#include "frontend/litmus.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/model_builder.h"
#include "util/random.h"

namespace hrfcheck::test {
namespace {

/// More of them take the reference engine seconds: it tries every order with every source of every read.
constexpr int kUpdates = 4;

/// Threads that update x with one operation, some of them on a condition, and tell each other by y. Each word
/// is drawn by a statement of its own: compilers evaluate arguments in different orders, and a seed stands
/// for one program.
class Updates {
 public:
  explicit Updates(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    operation_ = one({"add", "sub", "and", "or", "xor", "min", "max"});
    const std::string type = one({"atomic_uchar", "atomic_schar", "atomic_int", "atomic_ulong"});
    const std::string initial = operand();
    std::string threads;
    for (int t = 0; t < 3; ++t) {
      const std::string first = statement();
      const std::string second = random_.chance(60) ? statement() : "";
      threads += fmt::format("P{} ({}* x, atomic_int* y) {{ int r = {}; {}{}}}\n", t, type, t, first, second);
    }
    return fmt::format("C t\n{{ x = {}; y = 0; }}\n{}locations [x; y;]\n", initial, threads);
  }

 private:
  std::string one(const std::vector<const char*>& words) { return words[random_.below(words.size())]; }
  std::string operand() { return one({"0", "1", "2", "3", "127", "255", "-1"}); }

  std::string update() {
    ++updates_;
    const std::string into = random_.chance(30) ? "r = " : "";
    const std::string by = random_.chance(30) ? "r" : operand();
    return fmt::format("{}atomic_fetch_{}_explicit(x, {}, memory_order_relaxed); ", into, operation_, by);
  }
  std::string statement() {
    switch (random_.below(updates_ < kUpdates ? 5 : 2)) {
      case 0:
        return "r = atomic_load_explicit(y, memory_order_relaxed); ";
      case 1:
        return "atomic_store_explicit(y, r, memory_order_relaxed); ";
      case 2: {
        const std::string than = one({"<", "==", ">"});
        return fmt::format("if (r {} 1) {{ {}}} ", than, update());
      }
      default:
        return update();
    }
  }

  Random random_;
  std::string operation_;
  int updates_ = 0;
};

}  // namespace

TEST_CASE("what updates leave is the same, summed up or found along coherence") {
  const Model model = scModel();
  std::size_t chains = 0;
  std::size_t outcomes = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string text = Updates(seed).text();
    CAPTURE(text);
    const auto structure = std::make_shared<const EventStructure>(
        parseLitmus(std::make_shared<const Source>("t.litmus", text)), 2);
    chains += updateChains(model, *structure).size();
    const Findings searched = findingsOf(makeExplicitEngine()->analyse(given(structure, model), {}));
    CHECK(findingsOf(makeSmtEngine()->analyse(given(structure, model), {})) == searched);
    CHECK(findingsOf(makeReferenceEngine()->analyse(given(structure, model), {})) == searched);
    outcomes += searched.outcomes.size();
  }
  CHECK(chains > 200);
  CHECK(outcomes > 450);
}

TEST_CASE("a sum that every execution has is known without any permutation of the additions") {
  std::string row = "faa.rlx.cmp r0, x, 1";
  std::string head = "P0@wg 0";
  for (int t = 1; t < 16; ++t) {
    head += fmt::format(" | P{}@wg {}", t, t);
    row += " | faa.rlx.cmp r0, x, 1";
  }
  const auto structure = std::make_shared<const EventStructure>(parseLitmus(std::make_shared<const Source>(
      "t.litmus", "HSA t\n{ x=0; }\n" + head + " ;\n" + row + " ;\nlocations [x;] exists (x!=16)\n")));
  const Analysis solved = makeSmtEngine()->analyse(given(structure, scModel()), {});
  CHECK(findingsOf(solved).outcomes == std::set<std::vector<Value>>{{16}});
  const auto conflicts =
      std::ranges::find(solved.statistics, std::string("conflicts"), [](const auto& s) { return s.first; });
  CHECK((conflicts == solved.statistics.end() || conflicts->second < 1000));
}

}  // namespace hrfcheck::test
