#pragma once

#include <memory>

#include "program/ir/program.h"
#include "program/lock_unit/lock_bit.h"

namespace hrfcheck::inline program {

/// A program in terms that memory models define, in place of the lock unit and of votes:
///
/// - the bits that the code of a work-group uses are locations after the others, 1 at the start: the bit is
///   free;
/// - `ldslk p, r, a` is a compare-and-swap of the bit of `a` from 1 to 0, whose old value is `p`, and then an
///   atomic load of `a`; it acquires where it takes the bit, if the interpretation says so;
/// - `stsul a, v` is an atomic store to `a`, and then a store of 1 to the bit, which releases, if the reading
///   says so;
/// - where the address is not a constant, the access to the bit is one to each bit that it may mean, each
/// with
///   a predicate that says that it does;
/// - `vote d, p` is an atomic store of the ballot to a location of the thread's own, a barrier of the
///   wavefront, an atomic load of each other lane's ballot, and one more barrier: all lanes of the wavefront
///   come to it, as often as each other;
/// - `ssy` is nothing.
///
/// All of these are of the scope of the work-group, and the barriers of that of the wavefront. Each comes
/// from one instruction and has its place and text, to which an access to a bit adds "(the lock bit of M)";
/// InstructionRefs are of the new code.
/// @return the program itself, where it has none of these, or where it cannot be asked about for other
/// reasons; where addresses that are not constants may name too many words, a copy whose notForModels says
/// so
std::shared_ptr<const Program> withLockBits(std::shared_ptr<const Program> program,
                                            const LockUnitReading& reading);

/// Whether two words that the lock unit is asked about share a bit, so that with a bit for each word the
/// program would be another one.
bool sharesLockBits(const Program& program, const LockUnitReading& reading);

}  // namespace hrfcheck::inline program
