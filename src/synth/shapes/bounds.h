#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cat/model/model.h"
#include "program/ir/instruction.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::inline synth {

/// What an operation of a synthesized test does.
enum class SynthKind { Load, Store, Exchange, Fence };
/// Groups of annotations: none; rlx; acq, rel and ar; sc; rm_acq, rm_rel and rm_ar.
enum class SynthOrder { Ordinary, Relaxed, AcquireRelease, SeqCst, Remote };

/// "ld", "st", "rmw", "fence".
const char* nameOf(SynthKind kind);
/// "ordinary", "rlx", "acqrel", "sc", "remote".
const char* nameOf(SynthOrder order);
std::optional<SynthKind> synthKindNamed(const std::string& name);
std::optional<SynthOrder> synthOrderNamed(const std::string& name);

/// Which tests are searched (docs/synth.md, "Which tests there are"). Kinds, orders and levels are sorted,
/// without repetition.
struct SynthBounds {
  unsigned threads = 3;
  unsigned events = 4;  ///< operations in all threads together; a read-modify-write is one
  unsigned locations = 2;
  std::vector<SynthKind> kinds{SynthKind::Load, SynthKind::Store, SynthKind::Exchange};
  std::vector<SynthOrder> orders{SynthOrder::Ordinary, SynthOrder::AcquireRelease};
  std::vector<std::uint32_t> levels{kGroupLevel, kDeviceLevel};  ///< that an annotation may name
};

/// The largest bounds that are accepted: what is larger would not end.
inline constexpr unsigned kMostSynthThreads = 4;
inline constexpr unsigned kMostSynthEvents = 8;
inline constexpr unsigned kMostSynthLocations = 4;

/// What models are about: ordinary accesses, acq and rel, and remote operations unless all of their files say
/// that these are outside of the model.
/// @param relaxed the same for rlx, which is else left out
std::vector<SynthOrder> ordersFor(const std::vector<std::shared_ptr<const Model>>& models, bool relaxed);

/// What an operation carries: an order, a scope and whether it is remote; ordinary accesses nothing.
using StepAnnotation = std::optional<Atomicity>;
/// Every annotation that an operation of a kind may carry, in a fixed order, the ordinary one first.
std::vector<StepAnnotation> annotationsOf(SynthKind kind, const SynthBounds& bounds);

/// "rel.wg", "rm_acq.cmp"; empty for an ordinary access.
std::string annotationText(const StepAnnotation& annotation);

/// "up to 4 events in up to 3 threads, 2 locations; ld, st, rmw; ordinary, acqrel; wg, cmp".
std::string boundsText(const SynthBounds& bounds);

}  // namespace hrfcheck::inline synth
