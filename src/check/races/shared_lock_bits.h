#pragma once

#include <memory>

#include "check/check.h"
#include "check/prepare/rules.h"
#include "program/lock_unit/lock_bit.h"

namespace hrfcheck::inline check {

/// Asks once more, with a lock bit for each word, about a test that is race-free where words share bits: the
/// locks of one word may be all that orders accesses to another one. Adds a note to the verdict if so, or if
/// it could not be decided; else leaves it alone.
/// @param program as written, with its lock unit
/// @throws UserError when the test is too large
void noteSharedLockBits(Engine& engine, const Program& program, const LockUnitReading& reading,
                        unsigned unroll, Rules rules, const Model& model, const CheckOptions& options,
                        Verdict& verdict);

}  // namespace hrfcheck::inline check
