#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "engine/prepared_test.h"
#include "program/settle/order_under_model.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline check {

/// A program as a test under the model in question, with all that is in it.
using PreparedWhole = std::function<PreparedTest(const std::shared_ptr<const Program>&)>;

/// The test without settled memory (program/settle). Nothing where too little is settled.
/// @param order what the model says of barriers and updates
/// @param fewest accesses that it is worth while to leave out
/// @throws what `whole` throws
/// @throws OutOfTime when the deadline expires first
std::optional<PreparedTest> withoutSettled(const std::shared_ptr<const Program>& program,
                                           OrderUnderModel& order, const PreparedWhole& whole,
                                           std::size_t fewest, const Deadline& deadline);

/// The same, where it may be worth while, and the model licenses it.
std::optional<PreparedTest> withoutSettled(const Model& model, const std::shared_ptr<const Program>& program,
                                           const PreparedWhole& whole, const Deadline& deadline);

}  // namespace hrfcheck::inline check
