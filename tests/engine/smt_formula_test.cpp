// The formula layer against truth tables: whatever is folded, shared or turned into clauses, exactly the
// right assignments of the inputs survive.

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <set>
#include <thread>

#include "engine/smt/formula/cardinality.h"
#include "engine/smt/formula/guarded_values.h"
#include "engine/smt/formula/total_order.h"
#include "engine/smt/z3/sat_solver.h"
#include "util/random.h"

namespace hrfcheck::smt {
namespace {

/// Keeps clauses and counts, by brute force, over all variables.
class TruthTable : public ClauseSink {
 public:
  void variable(Lit variable, const VariableName&) override { variables_ = variable; }
  void clause(const std::vector<Lit>& literals) override { clauses_.push_back(literals); }

  using Assignment = std::function<bool(Lit)>;
  void forEachModel(const std::function<void(const Assignment&)>& visit) const {
    REQUIRE(variables_ < 22);
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << static_cast<unsigned>(variables_)); ++bits) {
      const Assignment value = [&](Lit l) {
        const bool positive = (bits >> static_cast<unsigned>(std::abs(l) - 1)) & 1U;
        return positive == (l > 0);
      };
      const auto holds = [&](const std::vector<Lit>& c) { return std::any_of(c.begin(), c.end(), value); };
      if (std::all_of(clauses_.begin(), clauses_.end(), holds)) {
        visit(value);
      }
    }
  }
  std::size_t models() const {
    std::size_t n = 0;
    forEachModel([&](const Assignment&) { ++n; });
    return n;
  }

 private:
  Lit variables_ = 0;
  std::vector<std::vector<Lit>> clauses_;
};

TEST_CASE("constants fold, equal gates are one") {
  TruthTable table;
  Formula f(table);
  const Lit a = f.fresh({"a"});
  const Lit b = f.fresh({"b"});
  CHECK(f.andOf({}) == kTrue);
  CHECK(f.orOf({}) == kFalse);
  CHECK(f.andOf(a, kTrue) == a);
  CHECK(f.andOf(a, kFalse) == kFalse);
  CHECK(f.andOf(a, -a) == kFalse);
  CHECK(f.orOf(a, -a) == kTrue);
  CHECK(f.andOf(a, a) == a);
  CHECK(f.andOf(a, b) == f.andOf(b, a));
  CHECK(f.orOf(a, b) == -f.andOf(-a, -b));
}

TEST_CASE("at least so many of some literals") {
  for (std::size_t size = 0; size <= 4; ++size) {
    for (std::size_t count = 0; count <= size + 1; ++count) {
      TruthTable table;
      Formula f(table);
      std::vector<Lit> literals;
      for (std::size_t i = 0; i < size; ++i) {
        literals.push_back(f.fresh({"a", static_cast<std::int64_t>(i)}));
      }
      const Lit enough = atLeast(f, count, literals);
      std::size_t models = 0;
      table.forEachModel([&](const TruthTable::Assignment& value) {
        ++models;
        const auto set = static_cast<std::size_t>(std::ranges::count_if(literals, value));
        CHECK((enough == kTrue || (enough != kFalse && value(enough))) == (set >= count));
      });
      CHECK(models == std::size_t{1} << size);
    }
  }
}

TEST_CASE("what follows is absorbed, what contradicts is false") {
  TruthTable table;
  Formula f(table);
  const Lit guard = f.fresh({"guard"});
  const Lit condition = f.fresh({"condition"});
  const Lit yes = f.andOf(guard, condition);
  const Lit no = f.andOf(guard, -condition);
  CHECK(f.andOf(yes, guard) == yes);
  CHECK(f.andOf(yes, no) == kFalse);
  CHECK(f.orOf(yes, no) == guard);
  CHECK(f.contradict(yes, no));
  CHECK(f.follows(yes, guard));
  CHECK_FALSE(f.follows(guard, yes));
  const Lit choice = f.fresh({"choice"});
  f.imply(choice, yes);
  CHECK(f.andOf({choice, guard, condition}) == choice);
  const Lit other = f.fresh({"other"});
  f.atMostOne({choice, other});
  CHECK(f.andOf(choice, other) == kFalse);
}

TEST_CASE("random formulas have the right models") {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    TruthTable table;
    Formula f(table);
    std::vector<Lit> literals;
    std::vector<std::function<bool(const TruthTable::Assignment&)>> meanings;
    for (int i = 0; i < 4; ++i) {
      const Lit l = f.fresh({"input"});
      literals.push_back(l);
      meanings.push_back([l](const TruthTable::Assignment& v) { return v(l); });
    }
    for (int i = 0; i < 7; ++i) {
      const std::size_t x = random.below(literals.size());
      const std::size_t y = random.below(literals.size());
      const bool conjunction = random.chance(50);
      const bool negate = random.chance(40);
      const Lit right = negate ? -literals[y] : literals[y];
      literals.push_back(conjunction ? f.andOf(literals[x], right) : f.orOf(literals[x], right));
      const auto left = meanings[x];
      const auto other = meanings[y];
      meanings.push_back([=](const TruthTable::Assignment& v) {
        const bool r = other(v) != negate;
        return conjunction ? left(v) && r : left(v) || r;
      });
    }
    std::size_t models = 0;
    table.forEachModel([&](const TruthTable::Assignment& value) {
      ++models;
      for (std::size_t i = 0; i < literals.size(); ++i) {
        CHECK(value(literals[i]) == meanings[i](value));
      }
    });
    CHECK(models == 16);
  }
}

TEST_CASE("exactly one of n") {
  for (std::size_t n = 1; n <= 9; ++n) {
    TruthTable table;
    Formula f(table);
    const Lit guard = f.fresh({"guard"});
    std::vector<Lit> literals;
    for (std::size_t i = 0; i < n; ++i) {
      literals.push_back(f.fresh({"one"}));
    }
    f.exactlyOneIf(guard, literals);
    std::set<std::pair<bool, std::vector<bool>>> seen;
    table.forEachModel([&](const TruthTable::Assignment& value) {
      std::vector<bool> bits;
      for (Lit l : literals) {
        bits.push_back(value(l));
      }
      const auto ones = std::count(bits.begin(), bits.end(), true);
      CHECK(ones <= 1);
      CHECK((ones == 1 || !value(guard)));
      seen.emplace(value(guard), bits);
    });
    CHECK(seen.size() == 2 * n + 1);
  }
}

TEST_CASE("a total order of four has 24 models") {
  TruthTable table;
  Formula f(table);
  const Relation all = Relation::product(EventSet::full(4), EventSet::full(4));
  const PairLiterals before = freshTotalOrder(f, all, Relation(4), "before");
  CHECK(before.at(0, 1) == -before.at(1, 0));
  CHECK(before.at(2, 2) == kFalse);
  CHECK(table.models() == 24);
}

TEST_CASE("a total order of four of which two pairs are known has 6 models") {
  TruthTable table;
  Formula f(table);
  const Relation all = Relation::product(EventSet::full(4), EventSet::full(4));
  Relation known(4);
  known.insert(0, 1);
  known.insert(3, 2);
  const PairLiterals before = freshTotalOrder(f, all, known, "before");
  CHECK(before.at(0, 1) == kTrue);
  CHECK(before.at(2, 3) == kFalse);
  CHECK(table.models() == 6);
}

TEST_CASE("guarded values: joins, expressions, faults") {
  TruthTable table;
  Formula f(table);
  const Lit two = f.fresh({"two"});
  const GuardedValues r(f, {{1, -two}, {2, two}});
  const std::vector<GuardedValues> registers{r};
  const ExprPtr r0 = registerRef(0);
  const auto value = [&](const ExprPtr& e) { return evaluate(f, *e, registers); };
  CHECK(value(binary(BinaryOp::Xor, r0, r0)).values == GuardedValues(0));
  CHECK(value(binary(BinaryOp::Add, r0, r0)).values == GuardedValues(f, {{2, -two}, {4, two}}));
  const Evaluated quotient =
      value(binary(BinaryOp::Div, constant(6), binary(BinaryOp::Sub, r0, constant(1))));
  CHECK(quotient.fault == -two);
  CHECK(quotient.values == GuardedValues(6));
  CHECK(value(select(binary(BinaryOp::Eq, r0, constant(2)), constant(7), r0)).values ==
        GuardedValues(f, {{1, -two}, {7, two}}));
  const GuardedValues zero(0);
  CHECK(join(f, {{two, &r}, {-two, &zero}}) == GuardedValues(f, {{0, -two}, {2, two}}));
  CHECK(join(f, {{two, &r}, {-two, &r}}) == r);
  CHECK(equal(f, r, GuardedValues(2)) == two);
  CHECK(r.where(f, [](Value v) { return v > 0; }) == kTrue);
  CHECK(r.where(f, [](Value v) { return v > 2; }) == kFalse);
}

std::atomic<int> interrupts{0};

TEST_CASE("the program's own handler for SIGINT stays in force while the solver works") {
  SolverContext context;
  const Deadline deadline = Deadline::after(1.5);
  SatSolver solver(context, deadline);
  Formula f(solver);
  // Eleven pigeons in ten holes: long enough to be interrupted.
  std::vector<std::vector<Lit>> sits(11);
  for (auto& pigeon : sits) {
    for (int hole = 0; hole < 10; ++hole) {
      pigeon.push_back(f.fresh({"sits"}));
    }
    f.clause(pigeon);
  }
  for (std::size_t hole = 0; hole < 10; ++hole) {
    for (std::size_t a = 0; a < sits.size(); ++a) {
      for (std::size_t b = a + 1; b < sits.size(); ++b) {
        f.clause({-sits[a][hole], -sits[b][hole]});
      }
    }
  }
  const auto before = std::signal(SIGINT, [](int) { ++interrupts; });
  std::jthread sender([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    std::raise(SIGINT);
  });
  solver.check({});
  sender.join();
  std::signal(SIGINT, before);
  CHECK(interrupts == 1);
}

}  // namespace
}  // namespace hrfcheck::smt
