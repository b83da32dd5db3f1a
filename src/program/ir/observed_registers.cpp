#include "program/ir/observed_registers.h"

namespace hrfcheck::inline program {

std::set<RegisterId> observedRegisters(const Program& program, ThreadId thread) {
  std::set<RegisterId> registers;
  const auto add = [&](const std::vector<StateVariable>& variables) {
    for (const StateVariable& v : variables) {
      if (v.isRegister() && v.thread == thread) {
        registers.insert(v.reg);
      }
    }
  };
  add(program.observed);
  add(variablesOf(*program.condition));
  if (program.filter) {
    add(variablesOf(*program.filter));
  }
  return registers;
}

}  // namespace hrfcheck::inline program
