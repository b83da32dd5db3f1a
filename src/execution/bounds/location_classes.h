#pragma once

#include <map>
#include <vector>

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// Accesses to the locations of events that are known beforehand: range([S] ; loc), as models speak of memory
/// regions and of locations of an atomic type.
struct LocationClass {
  EventSet certain;   ///< in it whenever they happen
  EventSet possible;  ///< perhaps in it
};

/// The definitions of this form among some of a model, for the events of a test.
std::map<CatNodeId, LocationClass> locationClasses(const Model& model, const std::vector<CatNodeId>& wanted,
                                                   const EventStructure& structure);

}  // namespace hrfcheck::inline execution
