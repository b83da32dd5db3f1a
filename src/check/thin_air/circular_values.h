#pragma once

#include <memory>

#include "cat/model/model.h"
#include "program/structure/event_structure.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline check {

/// The structure with the values that reads may return where they justify each other: what is not found with
/// these, no execution of the model shows, unless it says that some are unknown
/// (EventStructure::circularValues). The structure itself where the code or the model has no such cycle, and
/// where it has been asked before.
std::shared_ptr<const EventStructure> withCircularValues(
    const std::shared_ptr<const EventStructure>& structure, const Model& model, const Deadline& deadline);

}  // namespace hrfcheck::inline check
