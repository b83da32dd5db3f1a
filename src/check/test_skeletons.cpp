#include "check/test_skeletons.h"

#include <algorithm>

#include "cat/model/monotone.h"
#include "check/scope_of_model.h"
#include "check/thin_air/circular_values.h"
#include "execution/handing_on.h"
#include "execution/impossible_sources.h"
#include "execution/left_out_rounds.h"
#include "execution/storing_rounds.h"
#include "program/ir/ptx_form.h"
#include "program/values/value_flow.h"

namespace hrfcheck::inline check {

namespace {

bool mayReachBound(const Skeleton& skeleton) {
  return std::ranges::any_of(skeleton.threads(), &UnrolledThread::mayReachBound);
}

/// A seq_cst exchange lock of four threads has six, and takes `c11` and `opencl` six seconds.
constexpr unsigned kMostUpdates = 6;

/// Skeletons of one test as they are asked for.
/// @param made gives the skeleton with these rounds
template <typename Made>
class EnoughRounds {
 public:
  EnoughRounds(const Model& model, const Made& made, const Deadline& deadline)
      : model_(model), made_(made), deadline_(deadline), fewSuffice_(fewerReadsSuffice(model)) {}

  /// With as few rounds of spin loops as are enough for the model.
  std::shared_ptr<const Skeleton> find() const {
    auto skeleton = enoughOf(StoringLoops::Bounded);
    if (!mayReachBound(*skeleton)) {
      return skeleton;
    }
    const auto few = made_(SpinRounds::Few, StoringLoops::Spin);
    const bool stores = few->spinsWithStores() && bearsOutStoringLoops(model_, *few, deadline_);
    const auto spinning = !stores                    ? nullptr
                          : few->hasFailingUpdates() ? enoughWithUpdates(*few)
                                                     : enoughOf(StoringLoops::Spin);
    return spinning ? spinning : skeleton;
  }

 private:
  std::shared_ptr<const Skeleton> enoughOf(StoringLoops storing) const {
    SpinRounds rounds = fewSuffice_ ? SpinRounds::Few : SpinRounds::All;
    auto skeleton = made_(rounds, storing);
    if (!skeleton->hasSpinLoops()) {
      return skeleton;
    }
    if (mayLeaveOut(*skeleton)) {
      if (skeleton->lengthened()) {
        rounds = SpinRounds::Few;
        skeleton = made_(rounds, storing);
      }
      if (earlierRoundsRaiseNothing(model_, *skeleton, deadline_)) {
        return made_(SpinRounds::Last, storing);
      }
    }
    return paired(skeleton, rounds, storing);
  }

  /// With one round more where the model may look at two of them together.
  std::shared_ptr<const Skeleton> paired(const std::shared_ptr<const Skeleton>& skeleton, SpinRounds rounds,
                                         StoringLoops storing) const {
    if (!twoRoundsMayMeet(model_, *skeleton, deadline_)) {
      return skeleton;
    }
    return made_(rounds == SpinRounds::Few ? SpinRounds::FewPaired : SpinRounds::AllPaired, storing);
  }

  /// Nothing where the rounds of loops that update cannot be left out, nor counted; or where there are so
  /// many that the first ones, which a bound leaves, say more in the time there is.
  std::shared_ptr<const Skeleton> enoughWithUpdates(const Skeleton& few) const try {
    const auto all = made_(SpinRounds::All, StoringLoops::Spin);
    const bool handOn = updatesHandOn(model_, *all, deadline_);
    if ((handOn || !few.failingUpdatesAreRead()) && mayLeaveOut(*all) &&
        earlierRoundsRaiseNothing(model_, few, deadline_)) {
      return made_(SpinRounds::Last, StoringLoops::Spin);
    }
    return handOn && mostUpdates(*all) <= std::max(kMostUpdates, all->unrollBound())
               ? paired(all, SpinRounds::All, StoringLoops::Spin)
               : nullptr;
  } catch (const UserError&) {
    return nullptr;  // with all rounds the test is too large
  }

  /// Earlier rounds of a loop that updates.
  static unsigned mostUpdates(const Skeleton& skeleton) {
    unsigned most = 0;
    for (const UnrolledThread& thread : skeleton.threads()) {
      for (const Loop& loop : thread.loops) {
        most = loop.updates ? std::max(most, loop.earlierRounds) : most;
      }
    }
    return most;
  }

  bool mayLeaveOut(const Skeleton& skeleton) const {
    return fewSuffice_ || roundsMayBeLeftOut(model_, skeleton, deadline_);
  }

  const Model& model_;
  const Made& made_;
  const Deadline& deadline_;
  bool fewSuffice_;
};

template <typename Made>
std::shared_ptr<const Skeleton> withEnoughRounds(const Model& model, const Made& made,
                                                 const Deadline& deadline) {
  return EnoughRounds(model, made, deadline).find();
}

/// Events of a test for which it is worth while to ask the model about every write and read.
constexpr std::size_t kMostEventsNarrowed = 2000;

/// Of a test that has too many values for what any model may let its reads return: with the values that reads
/// may return under this one.
/// @throws TooManyValues, the same, for a test that is too large for that
std::shared_ptr<const Skeleton> narrowed(const Model& model, const std::shared_ptr<const Program>& program,
                                         unsigned unroll, const Deadline& deadline,
                                         const TooManyValues& tooMany) {
  const auto of = [&](SpinRounds rounds, StoringLoops storing) -> std::shared_ptr<const Skeleton> {
    const Skeleton draft(program, unroll, rounds, deadline, ReadValues::LeftOut, storing);
    if (draft.size() > kMostEventsNarrowed) {
      throw TooManyValues(tooMany);
    }
    return std::make_shared<const Skeleton>(draft, impossibleSources(model, draft, deadline), deadline);
  };
  return withEnoughRounds(model, of, deadline);
}

}  // namespace

/// The skeleton that is enough for the model, made if need be.
std::shared_ptr<const Skeleton> TestSkeletons::ByRounds::of(const Model& model,
                                                            const std::shared_ptr<const Program>& program,
                                                            unsigned unroll, const Deadline& deadline) try {
  const auto made = [&](SpinRounds rounds, StoringLoops storing) {
    std::shared_ptr<const Skeleton>& skeleton = made_[{rounds, storing}];
    if (!skeleton) {
      skeleton =
          std::make_shared<const Skeleton>(program, unroll, rounds, deadline, ReadValues::Inferred, storing);
    }
    return skeleton;
  };
  return withCircularValues(withEnoughRounds(model, made, deadline), model, deadline);
} catch (const TooManyValues& tooMany) {
  return withCircularValues(narrowed(model, program, unroll, deadline, tooMany), model, deadline);
}

std::shared_ptr<const Skeleton> TestSkeletons::of(const Model& model, const Deadline& deadline) {
  if (!judgesPtxForm(model, *program_)) {
    return asWritten_.of(model, program_, unroll_, deadline);
  }
  if (!inPtxForm_) {
    inPtxForm_ = ptxForm(*program_);
  }
  return ofPtxForm_.of(model, inPtxForm_, unroll_, deadline);
}

std::shared_ptr<const Skeleton> skeletonFor(const Model& model, std::shared_ptr<const Program> program,
                                            unsigned unroll, const Deadline& deadline) {
  return TestSkeletons::ByRounds().of(model, program, unroll, deadline);
}

}  // namespace hrfcheck::inline check
