#include "triage/lines.h"

#include <algorithm>
#include <string>

#include "program/flow/lane_exchanges.h"
#include "program/ir/operands.h"
#include "util/overloaded.h"

namespace hrfcheck::inline triage {
namespace {

using frontend::ptx::CodeLine;
using frontend::ptx::CodeLines;

/// What an operation does to memory.
struct Does {
  bool reads = false;
  bool writes = false;
  bool atomic = false;
};

Does doingOf(const Instruction& instruction) {
  if (handsOver(instruction)) {
    return {};  // lanes give each other numbers: no memory of the kernel
  }
  return std::visit(Overloaded{[](const LoadOp& o) {
                                 return Does{true, false, o.atomicity.has_value()};
                               },
                               [](const StoreOp& o) {
                                 return Does{false, true, o.atomicity.has_value()};
                               },
                               [](const RmwOperation&) {
                                 return Does{true, true, true};
                               },
                               [](const LockLoadOp&) {
                                 return Does{true, false, false};
                               },
                               [](const UnlockStoreOp&) {
                                 return Does{false, true, false};
                               },
                               [](const auto&) { return Does{}; }},
                    instruction.operation);
}

bool isOfKind(const Does& does, ReportedKind kind) {
  switch (kind) {
    case ReportedKind::Any:
      return does.reads || does.writes;
    case ReportedKind::Read:
      return does.reads;
    case ReportedKind::Write:
      return does.writes;
    case ReportedKind::Atomic:
      return does.atomic;
  }
  return false;
}

bool isLine(const CodeLine& line, const ReportedAccess& wanted) {
  return line.line == wanted.line && mayBeOneFile(line.file, wanted.file);
}

std::string_view withoutDot(std::string_view path) {
  while (path.starts_with("./") || path.starts_with(".\\")) {
    path.remove_prefix(2);
  }
  return path;
}

bool isSeparator(char c) {
  return c == '/' || c == '\\';
}

}  // namespace

bool mayBeOneFile(std::string_view one, std::string_view other) {
  std::string_view shorter = withoutDot(one);
  std::string_view longer = withoutDot(other);
  if (shorter.size() > longer.size()) {
    std::swap(shorter, longer);
  }
  if (shorter.empty()) {
    return false;
  }
  const std::string_view end = longer.substr(longer.size() - shorter.size());
  const bool same = std::ranges::equal(
      shorter, end, [](char a, char b) { return a == b || (isSeparator(a) && isSeparator(b)); });
  return same && (shorter.size() == longer.size() || isSeparator(shorter.front()) ||
                  isSeparator(longer[longer.size() - shorter.size() - 1]));
}

AccessLines::AccessLines(const SourcePtr& source, const Deadline& deadline) {
  if (source != nullptr) {
    compiled_.emplace(source, deadline);
  }
}

bool AccessLines::standsOn(const Instruction& instruction, const ReportedAccess& line) const {
  const Place& place = instruction.place;
  if (place.known() && place.position().line == line.line && mayBeOneFile(place.source->name(), line.file)) {
    return true;
  }
  return compiled_ && std::ranges::any_of(compiled_->of(instruction), [&](const CodeLines& lines) {
           return isLine(lines.front(), line);
         });
}

bool AccessLines::isCalledOn(const Instruction& instruction, const ReportedAccess& line) const {
  return compiled_ && std::ranges::any_of(compiled_->of(instruction), [&](const CodeLines& lines) {
           return std::any_of(lines.begin() + 1, lines.end(),
                              [&](const CodeLine& call) { return isLine(call, line); });
         });
}

FoundAccesses AccessLines::at(const Program& program, const ReportedAccess& line) const {
  for (const auto comesFrom : {&AccessLines::standsOn, &AccessLines::isCalledOn}) {
    FoundAccesses result;
    for (ThreadId t = 0; t < program.threads.size(); ++t) {
      const std::vector<Instruction>& code = program.threads[t].instructions;
      for (std::uint32_t i = 0; i < code.size(); ++i) {
        const Does does = doingOf(code[i]);
        if (!isOfKind(does, ReportedKind::Any) || !(this->*comesFrom)(code[i], line)) {
          continue;
        }
        if (isOfKind(does, line.kind)) {
          result.accesses.push_back({t, i});
        } else {
          result.otherKind = true;
        }
      }
    }
    if (!result.accesses.empty() || result.otherKind) {
      return result;
    }
  }
  FoundAccesses none;
  none.notExecuted =
      compiled_ && std::ranges::any_of(compiled_->ofAccesses(), [&](const CodeLines& lines) {
        return std::ranges::any_of(lines, [&](const CodeLine& one) { return isLine(one, line); });
      });
  return none;
}

std::vector<InstructionRef> allAccesses(const Program& program) {
  std::vector<InstructionRef> all;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const std::vector<Instruction>& code = program.threads[t].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      if (isOfKind(doingOf(code[i]), ReportedKind::Any)) {
        all.push_back({t, i});
      }
    }
  }
  return all;
}

}  // namespace hrfcheck::inline triage
