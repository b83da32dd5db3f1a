#include "check/races/shared_lock_bits.h"

#include <fmt/format.h>

#include "check/prepare/preparation.h"
#include "program/lock_unit/with_lock_bits.h"

namespace hrfcheck::inline check {
namespace {

/// @throws OutOfTime when the deadline expires before there is a structure
Verdict askedWithoutSharing(Engine& engine, const Program& program, LockUnitReading reading, unsigned unroll,
                            Rules rules, const Model& model, const CheckOptions& options) {
  reading.lockBits = 0;
  Preparation preparation(withLockBits(std::make_shared<const Program>(program), reading), unroll, rules);
  return checkProgram(engine, preparation.of(model, options.analysis.deadline), options);
}

}  // namespace

void noteSharedLockBits(Engine& engine, const Program& program, const LockUnitReading& reading,
                        unsigned unroll, Rules rules, const Model& model, const CheckOptions& options,
                        Verdict& verdict) {
  if (verdict.raceStatus != RaceStatus::RaceFree || !sharesLockBits(program, reading)) {
    return;
  }
  const auto undecided = [&](const std::string& reason) {
    verdict.notes.push_back(
        fmt::format("words share lock bits; with a bit for each word (--lock-bits 0) it is undecided whether "
                    "the test is race-free ({})",
                    reason));
  };
  try {
    const Verdict again = askedWithoutSharing(engine, program, reading, unroll, rules, model, options);
    if (again.raceStatus == RaceStatus::Racy) {
      verdict.notes.emplace_back(
          "race-free only because words share lock bits: with a bit for each word (--lock-bits 0) it is racy");
    } else if (again.raceStatus == RaceStatus::Undecided) {
      undecided(again.whyOpen());
    }
  } catch (const OutOfTime&) {
    undecided("time limit");
  }
}

}  // namespace hrfcheck::inline check
