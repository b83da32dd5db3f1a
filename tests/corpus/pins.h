#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "corpus/observed.h"

namespace hrfcheck::corpus {

/// The lines of one verdict: raised flags with their pairs, incidents, outcomes.
using Verdict = std::vector<std::string>;

/// A family of tests ("hrf" of litmus/hrf): test (the stem of its file) -> model -> verdict.
using Pins = std::map<std::string, std::map<std::string, Verdict>>;

/// "flag heterogeneous-race: P0:1/P1:0", "incident fault P0:1", "outcome 0:r0=0 1:r1=1"; "no outcome".
Verdict verdictOf(const Observed& observed);

/// A block for each test; in it a paragraph for each verdict, below the models that share it.
std::string printPins(const Pins& pins);

/// @throws std::runtime_error with the line for a text that printPins does not print.
Pins parsePins(const std::string& name, const std::string& text);

}  // namespace hrfcheck::corpus
