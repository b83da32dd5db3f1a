#pragma once

#include <array>
#include <span>

#include "machine/machine.h"
#include "machine/memory_tree.h"
#include "machine/rules/protocol.h"
#include "program/ir/scope_levels.h"
#include "util/enum_names.h"

namespace hrfcheck::inline machine {

// The words of machine files (docs/machine-files.md), for those who read and write them.

inline constexpr std::array kConditionWords{
    EnumName{ProtocolCondition::Word::Ordinary, "ordinary"},
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
    EnumName{ProtocolCondition::Word::Local, "local"},
    EnumName{ProtocolCondition::Word::OneAs, "one-as"},
    EnumName{ProtocolCondition::Word::NoAv, "av-none"},
    EnumName{ProtocolCondition::Word::MakesAvailable, "makes-available"},
    EnumName{ProtocolCondition::Word::MakesVisible, "makes-visible"},
    EnumName{ProtocolCondition::Word::Named, "named"},
    EnumName{ProtocolCondition::Word::Within, "within"},
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

inline constexpr std::array kTestsWords{EnumName{MachineTests::Hsa, "hsa"},
                                        EnumName{MachineTests::Amdgpu, "amdgpu"},
                                        EnumName{MachineTests::EveryDialect, "every-dialect"}};
static_assert(coversUpTo(kTestsWords, MachineTests::EveryDialect), "every kind of tests has its word");

/// The levels of the scope tree, as the dialect of a machine's tests names them, by their number.
using LevelWords = std::span<const char* const>;
inline constexpr std::array kHsaLevelWords{"wi", "wv", "wg", "cmp", "sys"};
static_assert(kHsaLevelWords.size() == kGpuLevels, "every level has its word");
inline constexpr std::array kAmdgpuLevelWords{"singlethread", "wavefront", "workgroup",
                                              "cluster",      "agent",     "system"};
inline LevelWords levelWords(MachineTests tests) {
  return tests == MachineTests::Amdgpu ? LevelWords(kAmdgpuLevelWords) : LevelWords(kHsaLevelWords);
}

}  // namespace hrfcheck::inline machine
