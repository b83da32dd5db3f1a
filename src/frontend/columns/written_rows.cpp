#include "frontend/columns/written_rows.h"

#include <algorithm>

#include "program/flow/asynchronous.h"

namespace hrfcheck::frontend {
namespace {

bool isSameRow(const Instruction& a, const Instruction& b) {
  return a.place.source == b.place.source && a.place.span.begin == b.place.span.begin && a.text == b.text;
}

/// The thread with one instruction for each row.
Thread withRows(const Thread& thread) {
  Thread result = thread;
  result.instructions.clear();
  std::vector<std::uint32_t> rowOf;
  const std::vector<Instruction>& code = thread.instructions;
  for (std::size_t i = 0; i < code.size();) {
    std::size_t end = i + 1;
    while (end < code.size() && isSameRow(code[i], code[end])) {
      ++end;
    }
    const bool asynchronous = std::any_of(code.begin() + static_cast<std::ptrdiff_t>(i),
                                          code.begin() + static_cast<std::ptrdiff_t>(end), isAsynchronous);
    for (std::size_t k = i; k < end; ++k) {
      rowOf.push_back(static_cast<std::uint32_t>(result.instructions.size()));
      if (!asynchronous) {
        result.instructions.push_back(code[k]);
      }
    }
    if (asynchronous) {
      Instruction row{NopOp{}, std::nullopt, code[i].place, code[i].text};
      row.marks = {kMarkOfWrittenRow};
      result.instructions.push_back(std::move(row));
    }
    i = end;
  }
  rowOf.push_back(static_cast<std::uint32_t>(result.instructions.size()));
  for (Instruction& instruction : result.instructions) {
    if (auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
      branch->target = rowOf[branch->target];
    } else if (auto* jump = std::get_if<JumpOp>(&instruction.operation)) {
      jump->target = rowOf[jump->target];
    }
  }
  while (!result.registers.empty() && result.registers.back().starts_with('#')) {
    result.registers.pop_back();
    result.initialRegisters.pop_back();
  }
  return result;
}

}  // namespace

Program asWritten(Program program) {
  if (asynchronousInstruction(program) == nullptr) {
    return program;
  }
  std::vector<std::vector<std::uint32_t>> ids;
  std::vector<Thread> threads;
  for (ThreadId t = 0; t < program.threads.size() && !isOperation(program.threads[t]); ++t) {
    threads.push_back(withRows(program.threads[t]));
    ids.emplace_back();
    for (std::uint32_t level = 0; level < program.scopes.levels().size(); ++level) {
      ids.back().push_back(program.scopes.instances()[program.scopes.instanceOf(t, level)].id);
    }
  }
  program.threads = std::move(threads);
  program.scopes = ScopeTree(program.scopes.levels(), ids);
  return program;
}

}  // namespace hrfcheck::frontend
