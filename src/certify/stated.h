#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cat/model/model.h"
#include "engine/prepared_test.h"
#include "program/structure/event_structure.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline certify {

/// What a certificate states before it proves anything.
struct Stated {
  std::string events;   ///< events.txt
  std::string formula;  ///< formula.cnf
};

/// What the claims of a certificate rest on besides: the same lines whenever it is asked.
struct Grounds {
  std::vector<std::string> assumptions;  ///< `assumes`: what nothing establishes
  /// `considers`: what of the test the formula has, and the property of the model by which that is enough.
  std::vector<std::string> considered;
};
Grounds groundsOf(const PreparedTest& test);

/// What a certificate of this test under this model states: the same texts whenever it is asked.
/// @throws OutOfTime when the deadline expires first
Stated statedOf(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                const Deadline& deadline);

/// "exists", "not-exists" or "forall".
const char* quantifierWord(Quantifier quantifier);

}  // namespace hrfcheck::inline certify
