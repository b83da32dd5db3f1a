#pragma once

#include <vector>

#include "advise/edits/edited_test.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline advise {

/// Threads that share no location, no barrier, no place of the source that may be edited, and no comparison
/// of the filter with the others.
struct TestPart {
  std::vector<ThreadId> threads;   ///< sorted
  std::vector<std::size_t> sites;  ///< of the test, sorted
  ConditionPtr filter;             ///< what of the filter speaks of them; null where nothing does
};

/// The parts of a test, those with few sites first; the whole test is one where a filter could be passed by
/// executions that do not complete, for what they raise counts without it.
/// @param structure of the test with every fence
std::vector<TestPart> partsOf(const EditedTest& test, const EventStructure& structure);

/// By thread, the number of its part.
std::vector<std::size_t> partOfThread(const std::vector<TestPart>& parts, std::size_t threads);

}  // namespace hrfcheck::inline advise
