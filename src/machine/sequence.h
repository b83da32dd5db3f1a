#pragma once

#include <optional>
#include <vector>

#include "machine/memory_tree.h"
#include "machine/rule_set.h"
#include "program/ir/instruction.h"

namespace hrfcheck::inline machine {

/// One step of an instruction (docs/machines.md, "The machines side by side"); its nodes are those of the
/// work-item that runs it.
struct MicroOp {
  enum class Kind {
    Gate,        ///< continue only if no cache on the way to the scope is stalled by another
    Flush,       ///< flush messages set off to `nodes`, for path[at]
    Wait,        ///< until all markers are acknowledged
    Access,      ///< the load, store or read-modify-write, at path[at]
    Invalidate,  ///< INV of `nodes.front()`
    Lock,        ///< the line at the node of the scope
    Unlock,
    SendInvalidations,  ///< to `nodes`
    WaitInvalidations,  ///< until they are acknowledged
    Unstall,            ///< `nodes` let others synchronize again, as far as this work-item is concerned
    Post,               ///< the work-item continues; the rest is done on its behalf
    Meet                ///< until all that a barrier is for have come to it
  } kind;
  std::vector<MemoryNodeId> nodes = {};
  std::size_t at = 0;          ///< Access: index into the path; Flush: of the node that it is for
  bool synchronizes = false;   ///< Access: kept out by a stall
  bool gated = false;          ///< Access: Gate and access are one step
  bool withOwnCopies = false;  ///< Access: ACC*
  bool owning = false;         ///< Access: the cache comes to own the line first
  bool stalls = false;         ///< Flush: its markers stall; SendInvalidations: they end a stall
};

/// What instructions of AMDGPU say beside their order and scope.
struct SiteMarks {
  bool local = false;  ///< it accesses LDS; of a fence: it orders LDS alone
  bool oneAs = false;
  bool noAv = false;
  bool makesAvailable = false, makesVisible = false;
  bool named = false;  ///< a barrier of those whose code has it
};

/// What a machine needs to know of an instruction to say what its steps are.
struct Site {
  enum class Kind { Load, Store, Rmw, Fence, Barrier };

  const MemoryTree& tree;
  const RuleSet& rules;
  ThreadId thread;
  Kind kind;
  std::optional<Atomicity> atomicity;  ///< none for ordinary accesses, and for what orders no memory
  std::size_t k = 0;                   ///< node(t, S) on the thread's path; 0 for ordinary accesses
  SiteMarks marks = {};

  bool acquires() const;
  bool releases() const;
  bool remote() const { return atomicity && atomicity->remote; }
  MemoryNodeId target() const { return tree.path(thread)[k]; }
  /// The requester's caches below the scope, in the order in which they are invalidated.
  std::vector<MemoryNodeId> own() const;
  /// All other caches under the scope, outer first.
  std::vector<MemoryNodeId> remoteCaches() const;
};

/// The steps of one instruction, one by one as the papers list them.
struct Sequence {
  std::vector<MicroOp> steps = {};
  /// Caches that are invalidated at any time from step `meanwhileFrom` to the access.
  std::vector<MemoryNodeId> meanwhile = {};
  std::size_t meanwhileFrom = 0;
};

}  // namespace hrfcheck::inline machine
