#include "check/test_skeletons.h"

#include "cat/model/monotone.h"
#include "check/scope_of_model.h"
#include "execution/impossible_sources.h"
#include "execution/left_out_rounds.h"
#include "program/ir/ptx_form.h"
#include "program/values/value_flow.h"

namespace hrfcheck::inline check {

namespace {

/// Events of a test for which it is worth while to ask the model about every write and read.
constexpr std::size_t kMostEventsNarrowed = 1000;

/// Of a test that has too many values for what any model may let its reads return: with the values that reads
/// may return under this one.
/// @throws TooManyValues, the same, for a test that is too large for that
std::shared_ptr<const Skeleton> narrowed(const Model& model, const std::shared_ptr<const Program>& program,
                                         unsigned unroll, const Deadline& deadline,
                                         const TooManyValues& tooMany) {
  const auto of = [&](SpinRounds rounds) {
    const Skeleton draft(program, unroll, rounds, deadline, ReadValues::LeftOut);
    if (draft.size() > kMostEventsNarrowed) {
      throw TooManyValues(tooMany);
    }
    return std::make_shared<const Skeleton>(draft, impossibleSources(model, draft, deadline), deadline);
  };
  if (fewerReadsSuffice(model)) {
    return of(SpinRounds::Few);
  }
  auto all = of(SpinRounds::All);
  return all->lengthened() && roundsMayBeLeftOut(model, *all, deadline) ? of(SpinRounds::Few) : all;
}

}  // namespace

/// The skeleton with few rounds or that with all, whichever is enough for the model, made if need be.
std::shared_ptr<const Skeleton> TestSkeletons::Pair::of(const Model& model,
                                                        const std::shared_ptr<const Program>& program,
                                                        unsigned unroll, const Deadline& deadline) try {
  const auto made = [&](std::shared_ptr<const Skeleton>& skeleton, SpinRounds rounds) {
    if (!skeleton) {
      skeleton = std::make_shared<const Skeleton>(program, unroll, rounds, deadline);
    }
    return skeleton;
  };
  if (fewerReadsSuffice(model)) {
    return made(few, SpinRounds::Few);
  }
  const auto withAll = made(all, SpinRounds::All);
  const bool fewer = withAll->lengthened() && roundsMayBeLeftOut(model, *withAll, deadline);
  return fewer ? made(few, SpinRounds::Few) : withAll;
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
  return TestSkeletons::Pair().of(model, program, unroll, deadline);
}

}  // namespace hrfcheck::inline check
