#pragma once

#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {

/// Which accesses of a location reach it the same way. Those through other proxies than the generic one, or
/// by another name for the location, are not morally strong (PTX).
class OneWay {
 public:
  /// @param structure must outlive this
  explicit OneWay(const EventStructure& structure);

  bool holds(EventId a, EventId b) const;

 private:
  const Relation* sameName_;
  const EventSet* generic_ = nullptr;  ///< null where there are no proxies
};

}  // namespace hrfcheck::inline execution
