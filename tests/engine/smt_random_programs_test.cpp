// Random programs through both engines: every kind of instruction, computed addresses, predicates, loops,
// faults and barriers, under models that show what the code itself does (values, dependencies, ends of
// threads).

#include <doctest/doctest.h>

#include <cstdlib>

#include "engine/engine.h"
#include "engine/solver_choice.h"
#include "support/findings.h"
#include "support/given.h"
#include "support/model_builder.h"
#include "support/program_builder.h"
#include "util/random.h"

namespace hrfcheck::test {
namespace {

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) {}

  ProgramBuilder make() {
    for (const char* name : {"x", "y"}) {
      // A location may hold the other's address.
      locations_.push_back(program_.location(name, random_.chance(20) ? kAddressBase : 0));
    }
    const std::size_t threads = 1 + random_.below(2);
    for (std::size_t t = 0; t < threads; ++t) {
      fill(program_.thread(static_cast<std::uint32_t>(random_.below(2))), 2 + random_.below(3));
    }
    return program_;
  }

 private:
  std::string reg() { return random_.chance(50) ? "a" : "b"; }

  ExprPtr expression(ThreadBuilder& t, int depth) {
    switch (random_.below(depth == 0 ? 2 : 5)) {
      case 0:
        return constant(static_cast<Value>(random_.below(3)));
      case 1:
        return t.get(reg());
      case 2:
        return unary(random_.chance(50) ? UnaryOp::LogicalNot : UnaryOp::Minus, expression(t, depth - 1));
      case 3: {
        const std::vector<BinaryOp> ops{BinaryOp::Add, BinaryOp::Xor, BinaryOp::Eq,  BinaryOp::Lt,
                                        BinaryOp::Div, BinaryOp::And, BinaryOp::Rem, BinaryOp::LogicalOr};
        return binary(ops[random_.below(ops.size())], expression(t, depth - 1), expression(t, depth - 1));
      }
      default:
        return select(expression(t, depth - 1), expression(t, depth - 1), expression(t, depth - 1));
    }
  }

  ExprPtr address(ThreadBuilder& t) {
    const ExprPtr fixed = locations_[random_.below(2)];
    if (random_.chance(70)) {
      return fixed;
    }
    if (random_.chance(30)) {
      return t.get(reg());
    }
    return select(t.get(reg()), fixed, locations_[random_.below(2)]);
  }

  void fill(ThreadBuilder& t, std::size_t length) {
    t.get("a");
    t.get("b");
    for (std::size_t i = 0; i < length; ++i) {
      instruction(t, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(length));
      if (random_.chance(20)) {
        t.onlyIf(reg(), random_.chance(40));
      }
    }
  }

  void instruction(ThreadBuilder& t, std::uint32_t at, std::uint32_t length) {
    const std::vector<RmwOp> ops{RmwOp::Add, RmwOp::Exchange, RmwOp::Max, RmwOp::Xor};
    switch (random_.below(14)) {
      case 0:
      case 1:
      case 2:
        t.load(reg(), address(t));
        return;
      case 3:
      case 4:
      case 5:
        t.store(address(t), expression(t, 1));
        return;
      case 6:
        t.rmw(ops[random_.below(ops.size())], reg(), address(t), expression(t, 1));
        return;
      case 7:
        t.cas(reg(), address(t), expression(t, 1), expression(t, 1));
        return;
      case 8:
        t.assign(reg(), expression(t, 2));
        return;
      case 9:
      case 10:
        t.branch(expression(t, 1), static_cast<std::uint32_t>(random_.below(length + 1)));
        return;
      case 11:
        t.jump(at + 1 + static_cast<std::uint32_t>(random_.below(length - at)));
        return;
      case 12:
        t.barrier(random_.chance(60) ? kWg : kCmp, static_cast<Value>(random_.below(2)));
        return;
      default:
        random_.chance(50) ? t.exit() : t.fence(atomic(Order::SeqCst));
    }
  }

  Random random_;
  ProgramBuilder program_;
  std::vector<ExprPtr> locations_;
};

/// Every dependency, location and barrier shown as a flag's pairs.
Model revealing(bool coherent) {
  ModelBuilder m;
  if (coherent) {
    m.acyclic((m.po() & m.loc()) | m.rf() | m.co() | m.fr());
  }
  for (const std::string_view r : {"addr", "data", "ctrl", "loc", "rmw", "syncbar", "rf", "co"}) {
    m.flagNotEmpty(m.base(r), "shown");
  }
  return m.model();
}

TEST_CASE("all engines run random code alike") {
  const auto smt = makeSmtEngine();
  const auto cadical = makeSmtEngineWith(SolverChoice::Cadical);
  const std::vector<Model> models{revealing(false), revealing(true), scModel()};
  const char* wanted = std::getenv("HRFCHECK_RANDOM_PROGRAMS");
  const std::uint64_t count = wanted != nullptr ? std::stoull(wanted) : 150;
  std::size_t incidents = 0;
  std::size_t finished = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    const ProgramBuilder program = RandomProgram(seed).make();
    std::shared_ptr<const EventStructure> structure;
    try {
      structure = program.structure(1);
    } catch (const UserError&) {
      continue;  // too many values to enumerate
    }
    for (const Model& model : models) {
      AnalysisOptions limited;
      limited.candidateLimit = 5000;
      const Analysis enumerated = makeExplicitEngine()->analyse(given(structure, model), limited);
      const Analysis solved = smt->analyse(given(structure, model), {});
      REQUIRE(!solved.undecided);
      CHECK(findingsOf(cadical->analyse(given(structure, model), {})) == findingsOf(solved));
      const Analysis reference = makeReferenceEngine()->analyse(given(structure, model), limited);
      if (!reference.undecided && !enumerated.undecided) {
        CHECK(findingsOf(reference) == findingsOf(enumerated));
        // Under a model without requirements: every candidate once.
        CHECK(reference.executionCounts == enumerated.executionCounts);
      }
      if (!enumerated.undecided) {
        CHECK(findingsOf(solved) == findingsOf(enumerated));
        incidents += solved.incidents.size();
        ++finished;
      }
    }
  }
  CHECK(incidents > count / 4);
  CHECK(finished > 2 * count);
}

}  // namespace
}  // namespace hrfcheck::test
