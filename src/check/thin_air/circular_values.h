#pragma once

#include <memory>

#include "cat/model/model.h"
#include "program/skeleton/skeleton.h"
#include "util/deadline.h"

namespace hrfcheck::inline check {

/// The skeleton with the values that reads may return where they justify each other: what is not found with
/// these, no execution of the model shows, unless it says that some are unknown (Skeleton::circularValues).
/// The skeleton itself where the code or the model has no such cycle, and where it has been asked before.
std::shared_ptr<const Skeleton> withCircularValues(const std::shared_ptr<const Skeleton>& skeleton,
                                                   const Model& model, const Deadline& deadline);

}  // namespace hrfcheck::inline check
