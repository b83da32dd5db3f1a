#include "triage/lines.h"

#include <algorithm>
#include <string>

#include "program/flow/lane_exchanges.h"
#include "program/ir/operands.h"
#include "util/overloaded.h"

namespace hrfcheck::inline triage {
namespace {

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

bool isOfKind(const Does& does, AccessKind kind) {
  switch (kind) {
    case AccessKind::Any:
      return does.reads || does.writes;
    case AccessKind::Read:
      return does.reads;
    case AccessKind::Write:
      return does.writes;
    case AccessKind::Atomic:
      return does.atomic;
  }
  return false;
}

/// Whether an instruction comes from a line: of compiled code that of the source, where that is known.
bool comesFrom(const Instruction& instruction, const ReportedAccess& wanted) {
  const Place& place = instruction.place;
  return place.known() && place.position().line == wanted.line &&
         mayBeOneFile(place.source->name(), wanted.file);
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

FoundAccesses accessesAt(const Program& program, const ReportedAccess& line) {
  FoundAccesses result;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const std::vector<Instruction>& code = program.threads[t].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      const Does does = doingOf(code[i]);
      if (!isOfKind(does, AccessKind::Any) || !comesFrom(code[i], line)) {
        continue;
      }
      if (isOfKind(does, line.kind)) {
        result.accesses.push_back({t, i});
      } else {
        result.otherKind = true;
      }
    }
  }
  return result;
}

std::vector<InstructionRef> allAccesses(const Program& program) {
  std::vector<InstructionRef> all;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const std::vector<Instruction>& code = program.threads[t].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      if (isOfKind(doingOf(code[i]), AccessKind::Any)) {
        all.push_back({t, i});
      }
    }
  }
  return all;
}

}  // namespace hrfcheck::inline triage
