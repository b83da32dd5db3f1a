#include "advise/wording_skeletons.h"

#include <algorithm>

namespace hrfcheck::inline advise {

WordingSkeletons::WordingSkeletons(const EditedTest& test, unsigned unroll, LoopReading loops,
                                   const Deadline& deadline)
    : test_(test), deadline_(deadline) {
  all_.push_back(std::make_shared<const Skeleton>(test.withEveryFence(test.asWritten()), unroll, loops.rounds,
                                                  deadline, ReadValues::Inferred, loops.storing));
  const Skeleton& full = *all_.front();
  for (const EditSite& site : test.sites()) {
    std::vector<EventId>& events = events_.emplace_back();
    for (EventId e = 0; e < full.size(); ++e) {
      if (full.events()[e].thread != kNoThread &&
          std::ranges::find(site.here, full.instructionOf(e)) != site.here.end()) {
        events.push_back(e);
      }
    }
  }
}

const Skeleton& WordingSkeletons::with(std::uint32_t variant) {
  if (all_.size() <= variant) {
    all_.resize(variant + 1);
  }
  std::shared_ptr<const Skeleton>& skeleton = all_[variant];
  if (!skeleton) {
    deadline_.check();
    Wording wording = test_.asWritten();
    for (std::size_t i = 0; i < wording.size(); ++i) {
      wording[i] = variant < test_.sites()[i].variants.size() ? variant : 0;
    }
    skeleton = std::make_shared<const Skeleton>(*all_.front(), test_.withEveryFence(wording));
  }
  return *skeleton;
}

}  // namespace hrfcheck::inline advise
