#pragma once

#include "program/structure/event_structure.h"

namespace hrfcheck {

/// What the premises of laws speak of.
struct TestFacts {
  bool remote = false;    ///< has remote operations
  bool ordinary = false;  ///< has ordinary accesses
  bool consume = false;
  bool updates = false;  ///< has read-modify-writes
  bool oneLevel = true;  ///< all scopes are of one level
  /// No atomic but sc ones; no fences, barriers, remote operations. Nor loops or filters: the theorems about
  /// race-free programs reason from executions that go on freely.
  bool onlySc = true;
  bool oneScope = true;  ///< and all at one scope, in which all threads are
};

TestFacts factsOf(const EventStructure& structure);

}  // namespace hrfcheck
