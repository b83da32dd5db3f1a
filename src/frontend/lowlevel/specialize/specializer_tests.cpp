#include <algorithm>

#include "frontend/lowlevel/specialize/specializer.h"

// What branches show: where a number that is read is tested, it is known after the branch, and so is what
// other tests of it give. Copies of a number have its name; so does, while a state lasts, a predicate that
// says whether it is some number. Without that, ways would be written that no thread goes, and a loop that
// goes on by one number of several would seem to leave something to the next round.

namespace hrfcheck::frontend::lowlevel {
namespace {

/// The parts of a content, or the content itself.
template <typename Held, typename Visit>
void forEachPart(Held& content, const Visit& visit) {
  for (auto& part : content.parts) {
    visit(part);
  }
  if (content.parts.empty()) {
    visit(content);
  }
}

template <typename State, typename Visit>
void forEachContent(State& state, const Visit& visit) {
  for (auto& [reg, content] : state.registers) {
    forEachPart(content, visit);
  }
  for (auto& [bytes, content] : state.memory) {
    forEachPart(content.content, visit);
  }
}

void know(ThreadState& state, std::uint32_t name, std::uint64_t number) {
  forEachContent(state, [&](Content& content) {
    if (content.name == name) {
      content = {ThreadValue::Kind::Known, number, {}, 0, false, content.width};
    }
  });
}

}  // namespace

/// Of comparisons with a number that is known, and what denies them.
std::optional<KnownTest> Specializer::testOf(const Number& number) {
  if (number.op == NumberOp::Not && number.bits == 1) {
    const auto denied = state_.tests.find(value(number.operands[0]).name);
    return denied == state_.tests.end()
               ? std::nullopt
               : std::optional(KnownTest{denied->second.of, denied->second.number, !denied->second.equal});
  }
  if (number.op != NumberOp::Eq && number.op != NumberOp::Ne) {
    return std::nullopt;
  }
  ThreadValue left = value(number.operands[0]);
  ThreadValue right = value(number.operands[1]);
  if (left.isKnown()) {
    std::swap(left, right);
  }
  if (left.name == 0 || !left.origins.empty() || !right.isKnown()) {
    return std::nullopt;
  }
  return KnownTest{left.name, right.bits, number.op == NumberOp::Eq};
}

/// A predicate holds, or does not.
void Specializer::learn(ThreadState& state, std::uint32_t predicate, bool holds) {
  if (predicate == 0) {
    return;
  }
  know(state, predicate, holds ? 1 : 0);
  const auto found = state.tests.find(predicate);
  if (found == state.tests.end()) {
    return;
  }
  const KnownTest test = found->second;
  const bool isNumber = holds == test.equal;
  for (const auto& [name, other] : state.tests) {
    if (other.of == test.of && (isNumber || other.number == test.number)) {
      const bool equal = isNumber && other.number == test.number;
      know(state, name, equal == other.equal ? 1 : 0);
    }
  }
  if (isNumber) {
    know(state, test.of, test.number);
  }
}

/// Gives names to the numbers that have none.
void Specializer::nameAll(ThreadState& state) {
  forEachContent(state, [&](Content& content) {
    if (content.kind == ThreadValue::Kind::Computed && content.name == 0) {
      content.name = ++state.names;
    }
  });
}

/// Names in the order in which they are found, and only those that say something, so that states in which
/// the same is known are the same.
void Specializer::tidyNames(ThreadState& state) {
  std::vector<unsigned> holders(state.names + 1, 0);
  forEachContent(state, [&](const Content& content) { holders[content.name] += 1; });
  std::erase_if(state.tests,
                [&](const auto& test) { return holders[test.first] == 0 || holders[test.second.of] == 0; });
  for (const auto& [name, test] : state.tests) {
    holders[name] += 1;
    holders[test.of] += 1;
  }
  std::vector<std::uint32_t> renamed(holders.size(), 0);
  std::uint32_t names = 0;
  forEachContent(state, [&](Content& content) {
    if (content.name != 0 && holders[content.name] < 2) {
      content.name = 0;
    } else if (content.name != 0) {
      std::uint32_t& name = renamed[content.name];
      name = name == 0 ? ++names : name;
      content.name = name;
    }
  });
  std::map<std::uint32_t, KnownTest> tests;
  for (const auto& [name, test] : state.tests) {
    tests[renamed[name]] = {renamed[test.of], test.number, test.equal};
  }
  state.tests = std::move(tests);
  state.names = names;
}

void Specializer::forgetNames(ThreadState& state) {
  forEachContent(state, [](Content& content) { content.name = 0; });
  state.tests.clear();
  state.names = 0;
}

}  // namespace hrfcheck::frontend::lowlevel
