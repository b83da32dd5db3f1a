#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "program/settle/cell_accesses.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// A program without the accesses of settled locations: those of which every conflicting pair is ordered in
/// every execution, by program order or by a barrier at which both threads certainly meet, and whose reads
/// thus find a value that is known before any search. docs/loops.md ("Settled memory") says exactly when,
/// and why nothing else changes.
struct Settled {
  /// Instructions keep their numbers (flow/copied_instructions.h). Settled locations hold initially what they
  /// held in the end.
  std::shared_ptr<const Program> program;
  std::vector<bool> locations;  ///< by location: it is settled, and was accessed
  std::size_t accesses = 0;     ///< that are left out, as often as threads execute them
};

/// @param kept by location: its accesses are to stay where they are
/// @returns nothing where nothing is settled, or the code runs too long
/// @throws OutOfTime when the deadline expires first
std::optional<Settled> settled(const std::shared_ptr<const Program>& program, std::vector<bool> kept,
                               OrderUnderModel& order, const Deadline& deadline);

}  // namespace hrfcheck::inline program
