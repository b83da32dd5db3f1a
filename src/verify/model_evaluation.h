#pragma once

#include <map>
#include <string>
#include <vector>

#include "util/process/deadline.h"
#include "verify/model_text.h"
#include "verify/pairs.h"

namespace hrfcheck::inline verify {

/// An execution as a model sees it: its events are the numbers below `events`.
struct Facts {
  std::size_t events = 0;
  std::map<std::string, Pairs> sets = {};       ///< by name, each on the diagonal
  std::map<std::string, Pairs> relations = {};  ///< by name
  std::map<std::string, Pairs> choices = {};    ///< by name: the orders that a model asks for
  Pairs hidden = {};                            ///< events that are in no set, where there are any
};

/// What a model says of an execution.
struct Judgement {
  std::string failed;                 ///< the first requirement that fails; empty when all hold
  std::map<std::string, bool> flags;  ///< by name: whether it is raised
};

/// Evaluates a model by set algebra.
/// @throws Refused for a name or construct that the verifier does not know, or an order that is none
/// @throws OutOfTime when the deadline expires first
Judgement judge(const std::vector<Statement>& model, const Facts& facts, const Deadline& deadline = {});

}  // namespace hrfcheck::inline verify
