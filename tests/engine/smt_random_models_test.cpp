// Random models through both engines: definitions in every operator, read in every polarity, on programs
// small enough to enumerate. What the stock models never say (a closure left of a difference, a flag that
// wants a cycle) is said here.

#include <doctest/doctest.h>

#include <cstdlib>

#include "engine/engine.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/litmus_shapes.h"
#include "support/model_builder.h"
#include "util/random.h"

namespace hrfcheck::test {
namespace {

/// A message passed under a condition, and a counter.
ProgramBuilder guardedMessage() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread(0).store(x, 1, atomic(Order::Relaxed, kWg)).store(y, 1, atomic(Order::Release, kWg));
  p.thread(0).load("r0", y, atomic(Order::Acquire, kWg)).load("r1", x).onlyIf("r0");
  p.thread(1).cas("r0", y, 1, 2, atomic(Order::AcquireRelease, kCmp));
  return p;
}

ProgramBuilder counters() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread(0).rmw(RmwOp::Add, "r0", x, 1, atomic(Order::SeqCst, kSys));
  ThreadBuilder& second = p.thread(1);
  second.load("r0", x).branch(second.get("r0"), 3).store(x, 5).nop();
  return p;
}

ProgramBuilder meeting() {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1).barrier().load("r0", x);
  ThreadBuilder& second = p.thread();
  second.load("r0", x).branch(second.get("r0"), 3).barrier().nop();
  return p;
}

std::vector<ProgramBuilder> programs() {
  return {storeBuffering(), messagePassing(), readRead(), guardedMessage(), counters(), meeting()};
}

class RandomModel {
 public:
  explicit RandomModel(std::uint64_t seed) : random_(seed) {}

  Model make() {
    if (random_.chance(40)) {
      addRecursion();
    }
    if (random_.chance(30)) {
      const Term order = random_.chance(50) ? m_.po() : relation(2);
      order_ =
          m_.linearisation("t", set(1), order, random_.chance(30) ? std::optional(m_.loc()) : std::nullopt);
    }
    // Something that keeps the number of consistent executions interesting.
    if (random_.chance(60)) {
      m_.acyclic((m_.po() & m_.loc()) | m_.rf() | m_.co() | m_.fr());
    }
    for (int i = 0; i < 2; ++i) {
      m_.check(CheckRole::Require, kind(), random_.chance(15), relation(3), "require");
    }
    for (int i = 0; i < 3; ++i) {
      const CheckRole role = random_.chance(80) ? CheckRole::Flag : CheckRole::UndefinedUnless;
      m_.check(role, kind(), random_.chance(70), relation(3), "flag");
    }
    m_.check(CheckRole::Flag, CheckKind::Empty, random_.chance(50), set(3), "set flag");
    return m_.model();
  }

 private:
  CheckKind kind() {
    const std::vector<CheckKind> kinds{CheckKind::Acyclic, CheckKind::Irreflexive, CheckKind::Empty};
    return kinds[random_.below(3)];
  }

  /// Simultaneous least fixpoints, monotone by construction.
  void addRecursion() {
    const Term first = m_.recursive(0, 0, CatType::Relation);
    const Term second = m_.recursive(0, 1, CatType::Relation);
    const Term a = base();
    const Term b = base();
    const Term left = a | seq(first, second) | (first & b);
    const Term right = random_.chance(50) ? (b | seq(second, a)) : ((first - base()) | inverse(first));
    m_.model().recursions.push_back({{"left", "right"}, {left.id, right.id}});
    recursive_ = random_.chance(50) ? first : second;
  }

  Term set(int depth) {
    if (depth == 0 || random_.chance(40)) {
      const std::vector<std::string> tags{"R", "W", "M", "A", "IW", "ACQ", "REL"};
      return m_.tag(tags[random_.below(tags.size())]);
    }
    switch (random_.below(6)) {
      case 0:
        return set(depth - 1) | set(depth - 1);
      case 1:
        return set(depth - 1) & set(depth - 1);
      case 2:
        return set(depth - 1) - set(depth - 1);
      case 3:
        return ~set(depth - 1);
      case 4:
        return domain(relation(depth - 1));
      default:
        return range(relation(depth - 1));
    }
  }

  Term base() {
    const std::vector<std::string_view> bases{"po",         "rf",      "co",   "rf",     "co",
                                              "data",       "ctrl",    "rmw",  "loc",    "int",
                                              "same-scope", "syncbar", "addr", "covers", "si"};
    return m_.base(bases[random_.below(bases.size())]);
  }

  Term leaf() {
    if (recursive_ && random_.chance(25)) {
      return *recursive_;
    }
    if (order_ && random_.chance(25)) {
      return *order_;
    }
    return random_.chance(10) ? m_.fr() : random_.chance(10) ? m_.id() : base();
  }

  Term relation(int depth) {
    if (depth == 0 || random_.chance(15)) {
      return leaf();
    }
    switch (random_.below(12)) {
      case 0:
      case 1:
        return relation(depth - 1) | relation(depth - 1);
      case 2:
        return relation(depth - 1) & relation(depth - 1);
      case 3:
      case 4:
        return relation(depth - 1) - relation(depth - 1);
      case 5:
        return seq(relation(depth - 1), relation(depth - 1));
      case 6:
      case 7:
        return plus(relation(depth - 1));
      case 8:
        return random_.chance(60) ? star(relation(depth - 1)) : equivalence(relation(depth - 1));
      case 9:
        return random_.chance(50) ? ~relation(depth - 1) : inverse(relation(depth - 1));
      case 10:
        return seq(bracket(set(depth - 1)), relation(depth - 1));
      default:
        return fold(depth);
    }
  }

  Term fold(int depth) {
    const Term classes = m_.base(random_.chance(50) ? static_relation::Int : static_relation::SameScope);
    const ClassVariable variable = variables_++;
    const Term members = m_.classVariable(variable);
    const Term body = plus(relation(depth - 1) & (members * members));
    return m_.fold(variable, classes, body);
  }

  Random random_;
  ModelBuilder m_;
  std::optional<Term> recursive_;
  std::optional<Term> order_;
  ClassVariable variables_ = 0;
};

/// Returns how many questions had an answer that is not "nothing".
int compareEngines(Engine& smt, std::uint64_t seed) {
  CAPTURE(seed);
  const Model model = RandomModel(seed).make();
  int answered = 0;
  for (const ProgramBuilder& program : programs()) {
    const auto structure = program.structure();
    const Analysis solved = smt.analyse(given(structure, model), {});
    const Analysis enumerated = makeExplicitEngine()->analyse(given(structure, model), {});
    REQUIRE(!solved.undecided);
    CHECK(findingsOf(solved) == findingsOf(enumerated));
    answered += solved.flags.empty() ? 0 : 1;
  }
  return answered;
}

TEST_CASE("both engines read random models alike") {
  const auto smt = makeSmtEngine();
  int answered = 0;
  const char* wanted = std::getenv("HRFCHECK_RANDOM_MODELS");
  const std::uint64_t count = wanted != nullptr ? std::stoull(wanted) : 60;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    answered += compareEngines(*smt, seed);
  }
  CHECK(answered > static_cast<int>(count));
}

}  // namespace
}  // namespace hrfcheck::test
