#include "check/test_skeletons.h"

#include "cat/model/monotone.h"
#include "check/scope_of_model.h"
#include "execution/impossible_sources.h"
#include "execution/left_out_rounds.h"
#include "program/ir/ptx_form.h"
#include "program/values/value_flow.h"

namespace hrfcheck::inline check {

namespace {

/// The skeleton with as few rounds of spin loops as are enough for the model.
/// @param made gives the skeleton with these rounds
template <typename Made>
std::shared_ptr<const Skeleton> withEnoughRounds(const Model& model, const Made& made,
                                                 const Deadline& deadline) {
  const bool fewAreEnough = fewerReadsSuffice(model);
  std::shared_ptr<const Skeleton> skeleton = made(fewAreEnough ? SpinRounds::Few : SpinRounds::All);
  if (!skeleton->hasSpinLoops() || (!fewAreEnough && !roundsMayBeLeftOut(model, *skeleton, deadline))) {
    return skeleton;
  }
  if (skeleton->lengthened()) {
    skeleton = made(SpinRounds::Few);
  }
  return earlierRoundsRaiseNothing(model, *skeleton, deadline) ? made(SpinRounds::Last) : skeleton;
}

/// Events of a test for which it is worth while to ask the model about every write and read.
constexpr std::size_t kMostEventsNarrowed = 2000;

/// Of a test that has too many values for what any model may let its reads return: with the values that reads
/// may return under this one.
/// @throws TooManyValues, the same, for a test that is too large for that
std::shared_ptr<const Skeleton> narrowed(const Model& model, const std::shared_ptr<const Program>& program,
                                         unsigned unroll, const Deadline& deadline,
                                         const TooManyValues& tooMany) {
  const auto of = [&](SpinRounds rounds) -> std::shared_ptr<const Skeleton> {
    const Skeleton draft(program, unroll, rounds, deadline, ReadValues::LeftOut);
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
  const auto made = [&](SpinRounds rounds) {
    std::shared_ptr<const Skeleton>& skeleton = rounds == SpinRounds::All   ? all
                                                : rounds == SpinRounds::Few ? few
                                                                            : last;
    if (!skeleton) {
      skeleton = std::make_shared<const Skeleton>(program, unroll, rounds, deadline);
    }
    return skeleton;
  };
  return withEnoughRounds(model, made, deadline);
} catch (const TooManyValues& tooMany) {
  return narrowed(model, program, unroll, deadline, tooMany);
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
