#pragma once

#include <map>
#include <string>
#include <vector>

#include "differential/compare.h"
#include "differential/test_facts.h"

namespace hrfcheck {

/// Answers by model name.
using Answers = std::map<std::string, EngineAnswer>;

/// Laws that relate the answers of different models on one test; each returned string says which one is
/// broken. They are listed at the end of docs/testing.md with the reasons why they hold. `irEquality` is the
/// answer of hrf-indirect-relaxed with inclusion replaced by equality of scopes.
/// @param answers of every model that applies to the test
std::vector<std::string> brokenLaws(const EventStructure& structure, const Answers& answers,
                                    const EngineAnswer& irEquality);

/// How many tests each law had something to say about, for "no law is vacuous".
using LawCounts = std::map<std::string, std::uint64_t>;
void countLaws(const EventStructure& structure, const Answers& answers, LawCounts& counts);

}  // namespace hrfcheck
