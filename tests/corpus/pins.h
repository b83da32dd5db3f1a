#pragma once

#include <map>
#include <string>
#include <vector>

#include "corpus/observed.h"
#include "report/log/log_entry.h"

namespace hrfcheck::corpus {

/// The lines of one verdict: raised flags with their pairs, incidents, outcomes.
using Verdict = std::vector<std::string>;

/// A family of tests ("hrf" of litmus/hrf): test (the stem of its file) -> model -> verdict.
using Pins = std::map<std::string, std::map<std::string, Verdict>>;

/// "flag heterogeneous-race: P0:1/P1:0", "incident fault P0:1", "outcome 0:r0=0 1:r1=1"; "no outcome".
Verdict verdictOf(const Observed& observed);
/// The same of an entry of a log.
Verdict verdictOf(const LogEntry& entry);

/// What litmus/FAMILY/expected/*.log say, by family.
/// @throws UserError for logs that cannot be read, std::runtime_error for an entry that names no model
std::map<std::string, Pins> readPins();

}  // namespace hrfcheck::corpus
