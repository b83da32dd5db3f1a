#include "execution/bounds/steps_forward.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "execution/bounds/local_refutation.h"
#include "program/unroll/round_shape.h"

namespace hrfcheck::inline execution {
namespace {

/// The copies of one instruction of a loop in one entry into it, in program order.
using ReadCopies = std::map<std::tuple<ThreadId, std::uint32_t, std::uint32_t>, std::vector<EventId>>;

bool isInSpinLoop(const UnrolledThread& thread, std::uint32_t instruction) {
  return std::ranges::any_of(thread.loops,
                             [&](const Loop& loop) { return loop.spin && loop.contains(instruction); });
}

ReadCopies readsOfSpinLoops(const EventStructure& structure) {
  ReadCopies copies;
  for (EventId e = 0; e < structure.size(); ++e) {
    const Event& event = structure.events()[e];
    if (event.kind == EventKind::Read && isInSpinLoop(structure.threads()[event.thread], event.instruction)) {
      const std::uint32_t entry = structure.threads()[event.thread].nodes[event.node].entry;
      copies[{event.thread, event.instruction, entry}].push_back(e);
    }
  }
  return copies;
}

class ForwardSteps {
 public:
  ForwardSteps(const Model& model, const EventStructure& structure, const Deadline& deadline)
      : structure_(structure),
        patterns_(model, structure),
        look_(deadline),
        writes_(structure.program().locations.size()) {
    for (EventId e = 0; e < structure.size(); ++e) {
      const EventKind kind = structure.events()[e].kind;
      if (kind == EventKind::Write || kind == EventKind::InitialWrite) {
        for (const LocationId l : structure.mayLocations()[e]) {
          writes_[l].push_back(e);
        }
      }
    }
  }

  bool areForward(EventId first, EventId second) {
    return std::ranges::all_of(structure_.mayLocations()[first], [&](LocationId l) {
      return std::ranges::all_of(writes_[l], [&](EventId earlier) {
        return std::ranges::all_of(writes_[l], [&](EventId later) {
          return earlier == later || forbids(first, second, earlier, later);
        });
      });
    });
  }

 private:
  bool isOwn(EventId write, EventId read) const { return write == structure_.events()[read].partner; }

  /// That the first read is of `later`, and the second one of `earlier`.
  bool forbids(EventId first, EventId second, EventId earlier, EventId later) {
    look_.spend(1);
    if (isOwn(later, first) || isOwn(earlier, second) ||
        structure_.events()[later].kind == EventKind::InitialWrite) {
      return true;  // nothing comes before an initial write, and no update reads its own write
    }
    EventPattern back;
    const std::size_t one = back.add(first);
    const std::size_t other = back.add(second);
    const std::size_t to = back.add(earlier);
    const std::size_t from = back.add(later);
    back.readsFrom(one, from);
    back.readsFrom(other, to);
    back.coherent(to, from);
    return patterns_.forbids(back);
  }

  const EventStructure& structure_;
  LocalRefutation patterns_;
  PacedLook look_;
  std::vector<std::vector<EventId>> writes_;  ///< by location
};

}  // namespace

bool readsStepForward(const Model& model, const EventStructure& all, const Deadline& deadline) {
  ForwardSteps steps(model, all, deadline);
  for (const auto& [instruction, copies] : readsOfSpinLoops(all)) {
    for (std::size_t i = 1; i < copies.size(); ++i) {
      if (!steps.areForward(copies[i - 1], copies[i])) {
        return false;
      }
    }
  }
  return true;
}

bool iterationIsOneRead(const Thread& thread, const Loop& loop) {
  const auto count = [&](const auto& is) {
    return std::ranges::count_if(instructionsOfRounds(thread, loop),
                                 [&](std::uint32_t i) { return is(thread.instructions[i].operation); });
  };
  const auto reads = [](const Operation& operation) {
    return std::holds_alternative<LoadOp>(operation) || std::holds_alternative<RmwOperation>(operation);
  };
  const auto fences = [](const Operation& operation) {
    return std::holds_alternative<FenceOp>(operation) || std::holds_alternative<BarrierOp>(operation);
  };
  return count(reads) == 1 && count(fences) == 0;
}

bool iterationReadsAtomically(const Thread& thread, const Loop& loop) {
  return std::ranges::all_of(instructionsOfRounds(thread, loop), [&](std::uint32_t i) {
    const auto* load = std::get_if<LoadOp>(&thread.instructions[i].operation);
    return load == nullptr || load->atomicity.has_value();
  });
}

}  // namespace hrfcheck::inline execution
