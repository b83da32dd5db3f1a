#pragma once

#include <map>
#include <memory>
#include <utility>

#include "cat/model/model.h"
#include "program/skeleton/skeleton.h"

namespace hrfcheck::inline check {

/// The skeletons of a test, each made when it is first asked for: one for models that need every read of its
/// spin loops, one for those that need few, and one for those that need none but the last round's (in this
/// test: execution/left_out_rounds.h); the same where no loop spins. Where a loop would reach its bound that
/// stores what it reads, it is a spin loop, if the model allows that (execution/handing_on.h).
/// Models of PTX get those of the test as PTX has it (judgesPtxForm).
class TestSkeletons {
 public:
  /// @param unroll iterations of each loop that are considered
  TestSkeletons(std::shared_ptr<const Program> program, unsigned unroll)
      : program_(std::move(program)), unroll_(unroll) {}

  /// @throws UserError when the test is too large
  /// @throws OutOfTime when the deadline expires first
  std::shared_ptr<const Skeleton> of(const Model& model, const Deadline& deadline = {});

  const std::shared_ptr<const Program>& program() const { return program_; }
  unsigned unroll() const { return unroll_; }

 private:
  friend std::shared_ptr<const Skeleton> skeletonFor(const Model& model,
                                                     std::shared_ptr<const Program> program, unsigned unroll,
                                                     const Deadline& deadline);

  class ByRounds {
   public:
    std::shared_ptr<const Skeleton> of(const Model& model, const std::shared_ptr<const Program>& program,
                                       unsigned unroll, const Deadline& deadline);

   private:
    std::map<std::pair<SpinRounds, StoringLoops>, std::shared_ptr<const Skeleton>> made_;
  };

  std::shared_ptr<const Program> program_;
  unsigned unroll_;
  std::shared_ptr<const Program> inPtxForm_;
  ByRounds asWritten_, ofPtxForm_;
};

/// The skeleton of one program, which is as the model judges it already.
/// @throws UserError when the test is too large
/// @throws OutOfTime when the deadline expires first
std::shared_ptr<const Skeleton> skeletonFor(const Model& model, std::shared_ptr<const Program> program,
                                            unsigned unroll, const Deadline& deadline = {});

}  // namespace hrfcheck::inline check
