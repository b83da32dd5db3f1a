#pragma once

#include <array>

#include "machine/machine.h"
#include "machine/memory_tree.h"
#include "machine/rules/protocol.h"
#include "program/ir/scope_levels.h"
#include "util/enum_names.h"

namespace hrfcheck::inline machine {

// The words of machine files (docs/machine-files.md), for those who read and write them.

inline constexpr std::array kConditionWords{EnumName{ProtocolCondition::Word::Ordinary, "ordinary"},
                                            EnumName{ProtocolCondition::Word::Atomic, "atomic"},
                                            EnumName{ProtocolCondition::Word::Load, "load"},
                                            EnumName{ProtocolCondition::Word::Store, "store"},
                                            EnumName{ProtocolCondition::Word::Rmw, "rmw"},
                                            EnumName{ProtocolCondition::Word::Fence, "fence"},
                                            EnumName{ProtocolCondition::Word::Barrier, "barrier"},
                                            EnumName{ProtocolCondition::Word::Remote, "remote"},
                                            EnumName{ProtocolCondition::Word::Acquires, "acquires"},
                                            EnumName{ProtocolCondition::Word::Releases, "releases"},
                                            EnumName{ProtocolCondition::Word::Relaxed, "relaxed"},
                                            EnumName{ProtocolCondition::Word::SeqCst, "seq_cst"},
                                            EnumName{ProtocolCondition::Word::AtLeaf, "at-leaf"},
                                            EnumName{ProtocolCondition::Word::Rule, "with"}};
static_assert(coversUpTo(kConditionWords, ProtocolCondition::Word::Rule), "every condition has its word");

inline constexpr std::array kStepWords{
    EnumName{ProtocolStep::Kind::Gate, "gate"},
    EnumName{ProtocolStep::Kind::Flush, "flush"},
    EnumName{ProtocolStep::Kind::Wait, "wait"},
    EnumName{ProtocolStep::Kind::Access, "access"},
    EnumName{ProtocolStep::Kind::Invalidate, "invalidate"},
    EnumName{ProtocolStep::Kind::InvalidateMeanwhile, "invalidate-meanwhile"},
    EnumName{ProtocolStep::Kind::Lock, "lock"},
    EnumName{ProtocolStep::Kind::Unlock, "unlock"},
    EnumName{ProtocolStep::Kind::SendInvalidations, "send-invalidations"},
    EnumName{ProtocolStep::Kind::WaitInvalidations, "wait-invalidations"},
    EnumName{ProtocolStep::Kind::Unstall, "unstall"},
    EnumName{ProtocolStep::Kind::Post, "post"},
    EnumName{ProtocolStep::Kind::Meet, "meet"}};
static_assert(coversUpTo(kStepWords, ProtocolStep::Kind::Meet), "every step has its word");

inline constexpr std::array kCachesWords{
    EnumName{ProtocolStep::Caches::OwnLeaf, "own-leaf"}, EnumName{ProtocolStep::Caches::Leaves, "leaves"},
    EnumName{ProtocolStep::Caches::OtherLeaves, "other-leaves"}, EnumName{ProtocolStep::Caches::Own, "own"},
    EnumName{ProtocolStep::Caches::All, "all"}};
static_assert(coversUpTo(kCachesWords, ProtocolStep::Caches::All), "every choice of caches has its word");

inline constexpr std::array kPolicyWords{
    EnumName{WritePolicy::Back, "write-back"}, EnumName{WritePolicy::Through, "write-through"},
    EnumName{WritePolicy::Evict, "write-evict"}, EnumName{WritePolicy::Ownership, "ownership"}};
static_assert(coversUpTo(kPolicyWords, WritePolicy::Ownership), "every policy has its word");

/// The levels of the scope tree, as the HSA dialect names them, by their number.
inline constexpr std::array kLevelWords{"wi", "wv", "wg", "cmp", "sys"};
static_assert(kLevelWords.size() == kGpuLevels, "every level has its word");

}  // namespace hrfcheck::inline machine
