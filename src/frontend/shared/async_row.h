#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "frontend/shared/dialect.h"

namespace hrfcheck::frontend {

/// What a row of PTX has to do with asynchronous operations: columns/async_rows.h makes threads of them.
struct AsyncRow {
  enum class Kind {
    Issue,          ///< starts an operation
    Commit,         ///< makes a group of those that are in none
    Wait,           ///< waits for groups
    ClusterArrive,  ///< arrives at the barrier of the cluster
    ClusterWait     ///< waits there
  };
  Kind kind = Kind::Issue;

  // Issue: what the operation does, in registers of its own.
  std::uint32_t registers = 0;
  std::vector<Meaning> reads = {};
  std::vector<Meaning> writes = {};  ///< with how it says that it has completed, if it does
  bool grouped = false;              ///< groups are waited for; else nothing but its own code says that

  bool bulk = true;        ///< Issue, Commit, Wait: groups of bulk operations, or of the others
  std::uint64_t keep = 0;  ///< Wait: how many of the latest groups are not waited for
  bool readsOnly = false;  ///< Wait: until they have read
  bool commits = false;    ///< Wait: makes a group before
  bool relaxed = false;    ///< ClusterArrive: orders nothing by itself
};

/// All that a row means.
struct RowMeaning {
  Meaning first;
  /// What the row does afterwards. A branch to kEndOfRow goes behind all of it; kHiddenRegister is written
  /// and never read.
  std::vector<Meaning> behind = {};
  std::shared_ptr<const AsyncRow> asynchronous = nullptr;  ///< null for most
};
inline constexpr std::uint32_t kEndOfRow = 0xffff'ffff;
inline constexpr RegisterId kHiddenRegister = 0xffff'ffff;

/// One row, with its names looked up: its first instruction, and what else it means.
struct ResolvedInstruction {
  Instruction first;
  std::vector<Meaning> behind = {};
  std::shared_ptr<const AsyncRow> asynchronous = nullptr;
};

}  // namespace hrfcheck::frontend
