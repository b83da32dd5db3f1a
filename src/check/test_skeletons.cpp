#include "check/test_skeletons.h"

#include "cat/model/monotone.h"

namespace hrfcheck::inline check {

std::shared_ptr<const Skeleton> TestSkeletons::of(const Model& model, const Deadline& deadline) {
  const SpinRounds rounds = fewerReadsSuffice(model) ? SpinRounds::Few : SpinRounds::All;
  std::shared_ptr<const Skeleton>& skeleton = rounds == SpinRounds::Few ? few_ : all_;
  if (!skeleton) {
    skeleton = std::make_shared<const Skeleton>(program_, unroll_, rounds, deadline);
  }
  return skeleton;
}

}  // namespace hrfcheck::inline check
