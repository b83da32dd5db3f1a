#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cat/model/model.h"

// Every program of a few instructions, as text, asked one by one of the explicit engine. It shares with
// src/synth the reader of tests and the models, and neither what enumerates programs, nor what finds
// those that are the same but for names, nor what judges: the engine searches executions itself, and of racy
// programs each outcome is asked about again behind a filter.

namespace hrfcheck::test {

/// Which programs: with exactly so many instructions.
struct BruteBounds {
  unsigned threads;  ///< at most
  unsigned events;
  unsigned locations;                ///< at most
  std::vector<std::string> letters;  ///< "ld", "st.rel.wg", "exch.ar.cmp", "fence.sc.wg"
  bool ownGroups = false;            ///< each thread has a work-group of its own
};

/// What each model says of each observation of each program; 'f' forbidden, 'a' allowed, 'r' racy, a letter
/// for each model.
using BruteVisit = std::function<void(const std::string& test, const std::string& answers)>;

/// Calls `visit` once for each class of tests under renaming of threads, work-groups and locations, if some
/// model does not forbid it.
/// @param targets by model, what the text of a test is converted to before the model is asked, or empty;
/// without any, no text is converted. Programs that cannot be converted are left out.
/// @returns the programs asked about
std::uint64_t forEachBruteTest(const BruteBounds& bounds,
                               const std::vector<std::shared_ptr<const Model>>& models,
                               const std::vector<std::string>& targets, const BruteVisit& visit);

}  // namespace hrfcheck::test
