#include <fmt/format.h>

#include "frontend/print/c_code.h"
#include "observe/barriers.h"
#include "observe/emit/role_code.h"
#include "program/expr/addresses.h"
#include "util/diagnostic.h"

// The statements are those that `convert` writes. There are no declarations in them, and names are the
// test's: here they get plain names, all locations one type, and casts in the words of OpenCL C that are
// macros.

namespace hrfcheck::inline observe {
namespace {

/// What `openClFunction` calls the variable of a compare-and-swap that needs one.
constexpr const char* kExpected = "expected";

/// Names that nothing of OpenCL C has; a target where a compare-and-swap has none.
Program plainlyNamed(const DeviceRole& role) {
  Program program = role.program;
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    MemoryLocation& location = program.locations[l];
    location.name = fmt::format("l{}", l);
    location.space = AddressSpace::Global;
    location.kind = IntegerKind{32, true};
    location.atomicType = false;
  }
  Thread& thread = program.threads[role.thread];
  for (RegisterId r = 0; r < thread.registers.size(); ++r) {
    thread.registers[r] = fmt::format("r{}", r);
  }
  bool unused = false;
  for (Instruction& instruction : thread.instructions) {
    auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
    if (rmw != nullptr && rmw->op == RmwOp::CompareSwap && !rmw->target) {
      rmw->target = static_cast<RegisterId>(thread.registers.size());
      unused = true;
    }
  }
  if (unused) {
    thread.registers.push_back(fmt::format("r{}", thread.registers.size()));
    thread.initialRegisters.push_back(0);
  }
  return program;
}

/// The functions by the names of their macros in hrf_words_opencl.h.
std::string withMacros(std::string body) {
  constexpr std::string_view kPrefix = "atomic_";
  constexpr std::string_view kOurs = "hrf_";
  for (std::size_t at = 0; (at = body.find(kPrefix, at)) != std::string::npos;
       at += kOurs.size() + kPrefix.size()) {
    body.insert(at, kOurs);
  }
  return body;
}

void refuseUnsigned(const DeviceRole& role) {
  for (std::uint32_t k = 0; k < role.code().instructions.size(); ++k) {
    const auto* rmw = std::get_if<RmwOperation>(&role.code().instructions[k].operation);
    if (rmw != nullptr && !rmw->kind.isSigned && (rmw->op == RmwOp::Min || rmw->op == RmwOp::Max)) {
      throw UserError(fmt::format("{} cannot be run on a device: a minimum or maximum of unsigned numbers",
                                  role.program.instructionName(role.thread, k)));
    }
  }
}

std::string head(const DeviceRole& role, const std::string& name, const char* outputs) {
  std::string text = fmt::format("HRF_DEVICE void {}(", name);
  for (const LocationId l : role.locations) {
    text += fmt::format("global int* l{}, ", l);
  }
  return text + fmt::format("int patience, {}) {{\n", outputs);
}

/// The registers, with their first values or those of the part before.
std::string registers(const DeviceRole& role, const Program& program, bool kept) {
  return cRegisters(role, program.threads[role.thread], kept) + fmt::format("  int {};\n", kExpected);
}

}  // namespace

std::string openClRole(const DeviceRole& role) {
  refuseUnsigned(role);
  const Program program = plainlyNamed(role);
  return head(role, fmt::format("hrf_role_{}", role.thread), "int* out") + registers(role, program, false) +
         withMacros(frontend::openClFunction(program, role.thread).body) + cResults(role) + "}\n\n";
}

std::vector<std::string> openClParts(const DeviceRole& role) {
  refuseUnsigned(role);
  Program program = plainlyNamed(role);
  const std::vector<std::vector<Instruction>> parts = betweenBarriers(program.threads[role.thread]);
  std::vector<std::string> texts;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    program.threads[role.thread].instructions = parts[part];
    std::string text = head(role, fmt::format("hrf_role_{}_{}", role.thread, part), "int* kept, int* out") +
                       registers(role, program, part > 0) +
                       withMacros(frontend::openClFunction(program, role.thread).body);
    for (RegisterId r = 0; r < program.threads[role.thread].registers.size(); ++r) {
      text += fmt::format("  kept[{}] = r{};\n", r, r);
    }
    texts.push_back(text + (part + 1 == parts.size() ? cResults(role) : "") + "}\n\n");
  }
  return texts;
}

std::string openClBarrier(const Program& program, const BarrierOp& barrier) {
  Program one = program;
  Thread& thread = one.threads.front();
  Instruction instruction;
  instruction.operation = barrier;
  std::get<BarrierOp>(instruction.operation).id = 0;
  thread.instructions = {std::move(instruction)};
  return frontend::openClFunction(one, 0).body;
}

}  // namespace hrfcheck::inline observe
