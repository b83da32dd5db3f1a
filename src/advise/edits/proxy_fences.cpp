#include "advise/edits/proxy_fences.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "advise/edits/insertions.h"
#include "program/ir/operands.h"
#include "program/ir/ptx_marks.h"
#include "program/lock_unit/lock_bit.h"
#include "program/unroll/spin_loops.h"

namespace hrfcheck::inline advise {
namespace {

bool isAsync(const Instruction& instruction) {
  return std::ranges::find(instruction.marks, kMarkAsync) != instruction.marks.end();
}

/// How the threads access a location.
struct Uses {
  bool async = false;
  bool generic = false;
  bool written = false;
};

/// The memory that is accessed through both proxies, in words of PTX; nothing where there is none.
std::optional<std::string_view> spaceThroughBoth(const Program& program) {
  std::map<LocationId, Uses> uses;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const AccessKind kind = accessKindOf(instruction.operation);
      if (kind == AccessKind::None) {
        continue;
      }
      for (const LocationId word : wordsNamedBy(program, *operandsOf(instruction.operation).address)) {
        Uses& use = uses[word];
        (isAsync(instruction) ? use.async : use.generic) = true;
        use.written = use.written || kind != AccessKind::Load;
      }
    }
  }
  bool shared = false;
  bool global = false;
  for (const auto& [word, use] : uses) {
    if (use.async && use.generic && use.written) {
      const bool local = program.locations[word].space == AddressSpace::Local;
      shared = shared || local;
      global = global || !local;
    }
  }
  return shared && global ? std::optional<std::string_view>("")
         : shared         ? std::optional<std::string_view>("shared::cta")
         : global         ? std::optional<std::string_view>("global")
                          : std::nullopt;
}

/// A barrier, or an atomic operation.
bool mayHandOver(const Instruction& instruction) {
  return std::holds_alternative<BarrierOp>(instruction.operation) ||
         (accessKindOf(instruction.operation) != AccessKind::None &&
          atomicityOf(instruction.operation) != nullptr);
}

}  // namespace

bool isIssue(const Instruction& instruction) {
  return std::ranges::find(instruction.marks, kMarkIssue) != instruction.marks.end();
}

bool looksFirst(const Thread& thread, std::uint32_t at) {
  const Instruction& first = thread.instructions[at];
  const auto isLoad = [](const Instruction& instruction, bool relaxed) {
    const auto* load = std::get_if<LoadOp>(&instruction.operation);
    return load != nullptr && load->atomicity && (load->atomicity->order == Order::Relaxed) == relaxed;
  };
  return isLoad(first, true) && std::ranges::find(first.marks, kMarkBarrierObject) != first.marks.end() &&
         std::any_of(thread.instructions.begin() + at, thread.instructions.end(),
                     [&](const Instruction& other) {
                       return isLoad(other, false) && spanOf(other) == spanOf(first);
                     });
}

std::vector<TextChange> proxyFences(const Program& written) {
  std::vector<TextChange> changes;
  const auto space = spaceThroughBoth(written);
  for (ThreadId t = 0; space && t < written.threads.size(); ++t) {
    const Thread& thread = written.threads[t];
    const std::vector<Loop> loops = findLoops(thread, {});
    bool accessed = false;
    for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
      const Instruction& instruction = thread.instructions[i];
      const bool waits =
          std::ranges::any_of(loops, [&](const Loop& loop) { return loop.spin && loop.contains(i); });
      const bool known = instruction.place.known() && !isAsync(instruction);
      if (accessed && known && !waits && mayHandOver(instruction)) {
        if (auto change = proxyFenceBefore(written, t, i, *space)) {
          changes.push_back(std::move(*change));
        }
      }
      accessed = accessed || accessKindOf(instruction.operation) != AccessKind::None;
    }
  }
  return changes;
}

}  // namespace hrfcheck::inline advise
