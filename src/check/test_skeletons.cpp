#include "check/test_skeletons.h"

#include "cat/model/monotone.h"
#include "check/scope_of_model.h"
#include "program/ir/ptx_form.h"

namespace hrfcheck::inline check {

std::shared_ptr<const Skeleton> TestSkeletons::of(const Model& model, const Deadline& deadline) {
  const SpinRounds rounds = fewerReadsSuffice(model) ? SpinRounds::Few : SpinRounds::All;
  const bool ptx = judgesPtxForm(model, *program_);
  std::shared_ptr<const Skeleton>& few = ptx ? fewOfPtx_ : few_;
  std::shared_ptr<const Skeleton>& all = ptx ? allOfPtx_ : all_;
  std::shared_ptr<const Skeleton>& skeleton = rounds == SpinRounds::Few ? few : all;
  if (!skeleton) {
    skeleton =
        std::make_shared<const Skeleton>(ptx ? ptxForm(*program_) : program_, unroll_, rounds, deadline);
  }
  return skeleton;
}

}  // namespace hrfcheck::inline check
