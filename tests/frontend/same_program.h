#pragma once

#include <fmt/format.h>

#include <string>

#include "program/condition/condition.h"
#include "show_code.h"

namespace hrfcheck::test {

/// All that a program is, but for places, the words of its instructions, and warnings.
class ProgramDescription {
 public:
  explicit ProgramDescription(const Program& program) : program_(program) {}

  std::string run() const {
    std::string text = fmt::format("{} {} \"{}\"\n", program_.dialect, program_.name, program_.description);
    for (const auto& [key, value] : program_.keyValues) {
      text += fmt::format("{}={}\n", key, value);
    }
    for (const ScopeInstance& s : program_.scopes.instances()) {
      text += fmt::format("scope {} {} of {}\n", s.name, s.id, s.parent);
    }
    for (const MemoryLocation& l : program_.locations) {
      text += fmt::format("{} at {} = {} {} {} {} {} {}\n", l.name, l.address, l.initial,
                          static_cast<int>(l.space), l.observableLevel.value_or(9), l.atomicType,
                          l.byteAddress, l.pinned);
    }
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      text += thread(t);
    }
    for (const auto& [first, second] : program_.systemSynchronizesWith) {
      text += fmt::format("ssw {} {}\n", first, second);
    }
    text += fmt::format("{} {} {}\n", nameOf(program_.quantifier), program_.conditionText,
                        condition(*program_.condition));
    text += program_.filter ? "filter " + condition(*program_.filter) + "\n" : "";
    for (const StateVariable& v : program_.observed) {
      text += "observed " + program_.nameOf(v) + "\n";
    }
    for (const ProgressExpectation& e : program_.terminates) {
      text += fmt::format("terminates {} {}\n", textOf(e.scheduler, program_.scopes.levels()), e.terminates);
    }
    for (const ModelExpectation& e : program_.expects) {
      text += fmt::format("expect {} {}\n", e.model, textOf(e.stated));
    }
    return text + (program_.observedByDefault ? "by default" : "") + program_.notForModels;
  }

 private:
  std::string thread(ThreadId t) const {
    const Thread& thread = program_.threads[t];
    std::string text = thread.name + "\n";
    for (RegisterId r = 0; r < thread.registers.size(); ++r) {
      text += fmt::format("{}={}\n", thread.registers[r], thread.initialRegisters[r]);
    }
    for (const Instruction& instruction : thread.instructions) {
      if (const auto& p = instruction.predicate) {
        text += fmt::format("@{}{} ", p->negated ? "!" : "", p->reg);
      }
      text += CodeText(program_, t).of(instruction.operation);
      for (const std::string& mark : instruction.marks) {
        text += " " + mark;
      }
      text += "\n";
    }
    return text;
  }

  std::string condition(const Condition& c) const {
    const auto term = [&](const ConditionTerm& t) {
      return std::visit(Overloaded{[&](const StateVariable& v) { return "[" + program_.nameOf(v) + "]"; },
                                   [](Value v) { return std::to_string(v); }},
                        t);
    };
    return std::visit(Overloaded{[](const TrueCondition&) { return std::string("true"); },
                                 [&](const CompareCondition& o) {
                                   return fmt::format("({} {} {})", term(o.left), static_cast<int>(o.op),
                                                      term(o.right));
                                 },
                                 [&](const NotCondition& o) { return "~" + condition(*o.operand); },
                                 [&](const AndCondition& o) {
                                   return fmt::format("({} and {})", condition(*o.left), condition(*o.right));
                                 },
                                 [&](const OrCondition& o) {
                                   return fmt::format("({} or {})", condition(*o.left), condition(*o.right));
                                 }},
                      c.node);
  }

  const Program& program_;
};

inline std::string described(const Program& program) {
  return ProgramDescription(program).run();
}

}  // namespace hrfcheck::test
