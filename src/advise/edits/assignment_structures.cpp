#include "advise/edits/assignment_structures.h"

#include <algorithm>

#include "program/values/value_flow.h"

namespace hrfcheck::inline advise {
AssignmentStructures::AssignmentStructures(const EditedTest& test, unsigned unroll, LoopReading loops,
                                           ReadValues values, const Deadline& deadline)
    : test_(test), deadline_(deadline), haveValues_(values == ReadValues::Inferred) {
  const auto with = [&](ReadValues wanted) {
    return std::make_shared<const EventStructure>(test.withEveryFence(test.asWritten()), unroll, loops.rounds,
                                                  deadline, wanted, loops.storing);
  };
  try {
    all_.push_back(with(values));
  } catch (const TooManyValues&) {
    all_.push_back(with(ReadValues::LeftOut));
    haveValues_ = false;
  }
  const EventStructure& full = *all_.front();
  for (const EditVariable& site : test.sites()) {
    std::vector<EventId>& events = events_.emplace_back();
    for (EventId e = 0; e < full.size(); ++e) {
      if (full.events()[e].thread != kNoThread &&
          std::ranges::find(site.here, full.instructionOf(e)) != site.here.end()) {
        events.push_back(e);
      }
    }
  }
}

const EventStructure& AssignmentStructures::with(std::uint32_t variant) {
  if (all_.size() <= variant) {
    all_.resize(variant + 1);
  }
  std::shared_ptr<const EventStructure>& structure = all_[variant];
  if (!structure) {
    deadline_.check();
    Assignment assignment = test_.asWritten();
    for (std::size_t i = 0; i < assignment.size(); ++i) {
      assignment[i] = variant < test_.sites()[i].variants.size() ? variant : 0;
    }
    structure = std::make_shared<const EventStructure>(*all_.front(), test_.withEveryFence(assignment));
  }
  return *structure;
}

}  // namespace hrfcheck::inline advise
