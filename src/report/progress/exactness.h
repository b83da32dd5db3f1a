#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cat/model.h"
#include "check/check.h"
#include "progress/progress.h"

namespace hrfcheck {

/// How an answer by interleavings stands to a memory model: "terminates" is exact where the model promises
/// interleavings to the program, and conditional where it does not. "May hang" stands in either case.
struct Exactness {
  std::string model;  ///< empty where none was asked
  bool exact = false;
  std::string why;  ///< "race-free under rsp", "P0:1 and P1:0 race under rsp", without a full stop
  std::optional<RaceStatus> races;
  std::vector<InstructionPair> racing;  ///< ordinary accesses and synchronization alike, by place
};

/// What the answer about races comes to.
/// @param verdict of the program under the model, races asked for
/// @param builtIn the model of the same name that comes with the program; null where there is none
Exactness exactnessOf(const Verdict& verdict, const Model& model, const Model* builtIn);

/// Why no model need be asked, where that is so: nothing terminates anyway, or the dialect's models are not
/// there. @returns nothing where one has to be asked
std::optional<Exactness> exactnessWithoutModel(const ProgressResult& result);

}  // namespace hrfcheck
