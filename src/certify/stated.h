#pragma once

#include <memory>
#include <string>

#include "cat/model/model.h"
#include "program/skeleton/skeleton.h"
#include "util/deadline.h"

namespace hrfcheck::inline certify {

/// What a certificate states before it proves anything.
struct Stated {
  std::string events;   ///< events.txt
  std::string formula;  ///< formula.cnf
};

/// What a certificate of this test under this model states: the same texts whenever it is asked.
/// @throws OutOfTime when the deadline expires first
Stated statedOf(const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                const Deadline& deadline);

/// "exists", "not-exists" or "forall".
const char* quantifierWord(Quantifier quantifier);

}  // namespace hrfcheck::inline certify
