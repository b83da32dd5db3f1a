#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "check/prepare/rules.h"
#include "engine/prepared_test.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline check {

/// A test, to be prepared for models. What the preparations for several models have in common is made once.
/// Models of PTX get the test as PTX has it (judgesPtxForm).
class Preparation {
 public:
  /// @param unroll iterations of each loop that are considered
  /// @param narrowFirst a program like this one is known to have more values than can be enumerated for every
  ///   model: those that reads may return under the one in question are looked for at once
  Preparation(std::shared_ptr<const Program> program, unsigned unroll, Rules rules = Rules::Licensed,
              bool narrowFirst = false)
      : program_(std::move(program)), unroll_(unroll), rules_(rules), narrowFirst_(narrowFirst) {}

  /// @param model must outlive the prepared test
  /// @throws UserError when the test is too large
  /// @throws OutOfTime when the deadline expires first
  PreparedTest of(const Model& model, const Deadline& deadline = {});

  const std::shared_ptr<const Program>& program() const { return program_; }
  unsigned unroll() const { return unroll_; }
  Rules rules() const { return rules_; }

 private:
  std::shared_ptr<const Program> program_;
  unsigned unroll_;
  Rules rules_;
  bool narrowFirst_;
  std::shared_ptr<const Program> inPtxForm_;
  /// By whether it is in that form, and whether joint waits are written anew.
  std::map<std::pair<bool, bool>, std::shared_ptr<const Program>> judged_;
  std::map<std::shared_ptr<const Program>, std::map<LoopReading, std::shared_ptr<const EventStructure>>>
      structures_;
};

/// One program, which is as the model judges it already.
/// @param model must outlive the prepared test
/// @throws UserError when the test is too large
/// @throws OutOfTime when the deadline expires first
PreparedTest prepared(const std::shared_ptr<const Program>& program, unsigned unroll, const Model& model,
                      const Deadline& deadline = {}, Rules rules = Rules::Licensed);

/// The same test under another model, for example one with fewer requirements, or with another flag.
/// @param model must outlive the prepared test
/// @throws OutOfTime when the deadline expires first
PreparedTest preparedAnew(const PreparedTest& test, const Model& model, const Deadline& deadline = {});

/// The same structure, asked about something besides: whether an execution is there that a flag speaks of.
/// @param model must outlive the prepared test
/// @pre it requires what the test's model requires, and perhaps more that holds of parts of executions;
/// whatever
///   raises its flags is raised without what is left out of the test as well
PreparedTest askedBesides(const PreparedTest& test, const Model& model);

/// Another program under the same model, which differs from the test's only in the scopes and orders that its
/// instructions name.
/// @throws UserError when it is too large
/// @throws OutOfTime when the deadline expires first
PreparedTest preparedWith(const PreparedTest& test, std::shared_ptr<const Program> reworded,
                          const Deadline& deadline = {});

/// One that differs from the test's in nothing but values that somebody gave, under the same model.
/// @throws as preparedWith
PreparedTest preparedVariant(const PreparedTest& test, std::shared_ptr<const Program> variant,
                             const Deadline& deadline = {});

/// The same test without a condition: one final state is all that there is to find of it.
PreparedTest withoutCondition(const PreparedTest& test);

}  // namespace hrfcheck::inline check
