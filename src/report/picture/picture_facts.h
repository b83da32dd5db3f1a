#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cat/model/model.h"
#include "execution/execution.h"

namespace hrfcheck::inline report {

/// A relation to be drawn beside the ones that every picture has.
struct ShownRelation {
  std::string name;
  Relation relation;
};

/// What a model says of an execution, as far as a picture shows it. Kept out of the drawing, which knows no
/// models.
struct PictureFacts {
  std::vector<ShownRelation> relations;
  std::vector<std::pair<EventId, EventId>> promotions;  ///< (promoted, promoter)
};

/// The relations that a picture is asked to show, by name: `asked`, or else what the model's `show` selects.
/// Those that every picture has (po, rf, co, fr, dependencies) are omitted.
/// @throws UserError for a name that is neither of the model nor built in, or no relation, with near names
std::vector<std::string> shownNames(const Model& model,
                                    const std::optional<std::vector<std::string>>& asked = std::nullopt);

/// @param names of shownNames
PictureFacts factsOf(const Model& model, const Execution& execution, const std::vector<std::string>& names);

}  // namespace hrfcheck::inline report
