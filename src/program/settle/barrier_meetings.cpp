#include "program/settle/barrier_meetings.h"

#include <algorithm>
#include <limits>

#include "program/flow/copied_instructions.h"

namespace hrfcheck::inline program {

bool areSameBarriers(const Instruction& a, const Instruction& b) {
  const auto& x = std::get<BarrierOp>(a.operation);
  const auto& y = std::get<BarrierOp>(b.operation);
  return x.level == y.level && x.id == y.id && x.memoryLevel == y.memoryLevel &&
         x.spaces.global == y.spaces.global && x.spaces.local == y.spaces.local && x.fences == y.fences &&
         x.order == y.order && x.instance == y.instance && x.count == y.count && x.waits == y.waits &&
         x.amongNamed == y.amongNamed && haveSameMarks(a, b);
}

BarrierMeetings::BarrierMeetings(const Program& program)
    : barriers_(program),
      arrivals_(program.threads.size(), Arrivals(barriers_.size(), 0)),
      barriersMet_(barriers_.size()) {
  for (std::uint32_t b = 0; b < barriers_.size(); ++b) {
    const Barrier& barrier = barriers_[b];
    barriersMet_[b].counted =
        barrier.arrivals == barrier.participants.size() ? std::numeric_limits<std::uint32_t>::max() : 0;
  }
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (const auto* op = std::get_if<BarrierOp>(&instruction.operation); op != nullptr && op->count) {
        const auto t = static_cast<ThreadId>(&thread - program.threads.data());
        barriersMet_[barriers_.numberOf(t, *op)].counted = 0;
      }
    }
  }
}

bool BarrierMeetings::arrive(ThreadId thread, std::uint32_t barrier, const Instruction& instruction) {
  Meeting& meeting = barriersMet_[barrier];
  const std::uint32_t k = arrivals_[thread][barrier]++;
  if (k >= meeting.occurrences.size()) {
    meeting.occurrences.resize(k + 1);
  }
  Occurrence& occurrence = meeting.occurrences[k];
  if (occurrence.instruction == nullptr) {
    occurrence.instruction = &instruction;
  } else if (occurrence.instruction != &instruction && occurrence.alike) {
    occurrence.alike = areSameBarriers(*occurrence.instruction, instruction);
  }
  return k < meeting.counted;
}

void BarrierMeetings::losesCountAt(std::uint32_t barrier, std::uint32_t k) {
  barriersMet_[barrier].counted = std::min(barriersMet_[barrier].counted, k);
}

const Instruction* BarrierMeetings::occurrence(std::uint32_t barrier, std::uint32_t k) const {
  const Meeting& meeting = barriersMet_[barrier];
  return k < meeting.counted && k < meeting.occurrences.size() && meeting.occurrences[k].alike
             ? meeting.occurrences[k].instruction
             : nullptr;
}

}  // namespace hrfcheck::inline program
