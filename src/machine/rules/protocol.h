#pragma once

#include <optional>
#include <string>
#include <vector>

#include "machine/rule_set.h"
#include "machine/sequence.h"
#include "util/source.h"

namespace hrfcheck::inline machine {

// What a machine does for each kind of instruction, as data: the files of rules/ have it as text
// (docs/machine-files.md), describe/ reads and writes it.

/// Something that is so of an instruction, or of the machine, or not.
struct ProtocolCondition {
  enum class Word {
    Ordinary,
    Atomic,
    Load,
    Store,
    Rmw,
    Fence,
    Barrier,
    Remote,
    Acquires,
    Releases,
    Relaxed,
    SeqCst,
    AtLeaf,  ///< its scope is that of the leaf cache
    Local,   ///< this and what follows: SiteMarks
    OneAs,
    NoAv,
    MakesAvailable,
    MakesVisible,
    Named,
    Within,  ///< its scope is `level`, or a narrower one
    Rule     ///< the machine's rule `rule` is enabled
  } word = Word::Ordinary;
  bool negated = false;
  Rule rule = Rule::KillFill;
  std::uint32_t level = 0;  ///< of the scope tree

  bool holds(const Site& site) const;
  friend bool operator==(const ProtocolCondition&, const ProtocolCondition&) = default;
};
/// All of them hold.
using ProtocolConditions = std::vector<ProtocolCondition>;

/// A step, under conditions.
struct ProtocolStep {
  enum class Kind {
    Gate,
    Flush,
    Wait,
    Access,
    Invalidate,
    InvalidateMeanwhile,
    Lock,
    Unlock,
    SendInvalidations,
    WaitInvalidations,
    Unstall,
    Post,
    Meet
  } kind = Kind::Gate;
  /// Flush: the first three; Unstall: the last two.
  enum class Caches { OwnLeaf, Leaves, OtherLeaves, Own, All } caches = Caches::OwnLeaf;
  /// Where an access takes place, and as far as what a flush goes.
  struct Where {
    enum class Kind { Leaf, Scope, Level, Lds } kind = Kind::Scope;
    std::uint32_t level = 0;  ///< of the scope tree

    /// Index into the path of the requester.
    std::size_t on(const Site& site) const;
    friend bool operator==(const Where&, const Where&) = default;
  } where = {};
  bool stalling = false;  ///< Flush: its markers stall; SendInvalidations: they end stalls
  bool gated = false;     ///< Access: in one step with its gate
  bool owning = false;    ///< Access: the cache comes to own the line
  ProtocolConditions conditions = {};
  Place place = {};

  bool applies(const Site& site) const;
};

/// What instructions of one kind do: steps, or that the machine does not execute them.
struct ProtocolClause {
  ProtocolConditions conditions;
  std::vector<ProtocolStep> steps;
  std::string refusal;  ///< why it does not; empty where it does
  Place place;
};

/// By kind of instruction; the first clause whose conditions hold counts.
using Protocol = std::vector<ProtocolClause>;

/// The clause for an instruction; null where there is none.
const ProtocolClause* clauseFor(const Protocol& protocol, const Site& site);

/// The steps of an instruction.
/// @param clause without a refusal
/// @throws UserError where they are none that a requester can go through, with the place in the machine's
///         file
Sequence sequenceOf(const ProtocolClause& clause, const Site& site);

}  // namespace hrfcheck::inline machine
