#pragma once

#include "oracle/history.h"

/// What C11 and OpenCL have in common (Batty, Donaldson, Wickerson, POPL 2016, sections 2 and 5; Batty et
/// al., POPL 2011). Read-modify-writes are one operation, as there.
namespace hrfcheck::test::batty {

/// Modification order: the order of the writes of each location that is declared atomic, or accessed
/// atomically.
Pairs modificationOrder(const History& h);
/// From-reads: a read before the writes that come behind the one it returns.
Pairs readsBefore(const History& h, const Pairs& mo);
/// Heads of release sequences to the reads that return something of them.
Pairs releaseSequenceReads(const History& h, const Pairs& mo);
/// From a release to an acquire of another agent that reads from its release sequence, fences included.
/// Consume does not acquire: C11 follows its dependencies instead, and OpenCL has none.
/// @param counts whether an atomic access through which something synchronizes counts, or null for all
Pairs synchronizesWith(const History& h, const Pairs& mo, bool (*counts)(const Step&) = nullptr);

/// (rf^-1)? ; mo ; rf? ; hb is irreflexive; and no read comes before what it returns.
bool coherent(const History& h, const Pairs& mo, const Pairs& hb);
/// Every ordinary read of `region` returns a write before it that no other write before it hides.
bool ordinaryReadsAreVisible(const History& h, const Pairs& hb, bool (*region)(const Step&));
/// Locations without modification order: their final value is that of a last write.
bool lastWritesAreLast(const History& h, const Pairs& hb);

/// `Fsb? ; r ; sbF?`
Pairs withFences(const History& h, const Pairs& r);
Pairs betweenSeqCst(const History& h, const Pairs& r);

}  // namespace hrfcheck::test::batty
