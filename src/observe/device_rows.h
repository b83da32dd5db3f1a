#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline observe {

/// What a row with barrier objects or asynchronous operations does, as far as a device has to know.
enum class RowKind {
  Init,
  Invalidate,
  Arrive,
  ArriveDrop,
  Transactions,  ///< bytes that are expected, or have come
  Wait,
  PendingCount,
  BulkCopy,
  BulkReduce,
  Copy,
  Group,
  Store,
  StoreRelease,
  Reduce,
  ReduceRelease,
  ClusterArrive,
  ClusterWait,
  Fence
};

/// A row of a test of PTX as it is written: `cp.async.bulk.bulk_group d, s, 4`.
struct DeviceRow {
  RowKind kind = RowKind::Fence;
  std::string name;                ///< the first words: `cp.async.bulk`
  std::vector<std::string> words;  ///< of the mnemonic, behind these
  std::vector<std::string> operands;

  bool has(std::string_view word) const;
  /// What a group tracks, and no barrier object.
  bool grouped() const { return has("bulk_group"); }
  /// The operand that is the barrier object; nothing where there is none.
  std::optional<std::string> object() const;
  bool expects() const { return has("expect_tx"); }
};

/// The row that an instruction stands for (frontend/columns/written_rows.h); nothing for other instructions.
/// @throws UserError for what no device can run, or no compiler of today reads
std::optional<DeviceRow> deviceRow(const Program& rows, ThreadId thread, std::uint32_t instruction);

/// The location that an operand of a row names.
/// @throws UserError where it names none
LocationId locationNamed(const Program& rows, ThreadId thread, std::uint32_t instruction,
                         const std::string& name);

/// Where an address leads.
/// @pre checked by deviceTest
LocationId locationOf(const Program& program, const Expr& address);

/// The locations that an instruction accesses, or hands to an asynchronous operation; sorted. A computed
/// address leads to none.
std::vector<LocationId> locationsAt(const Program& rows, ThreadId thread, std::uint32_t instruction);

/// A number of an operand of a row.
/// @throws UserError where it is none
Value numberOf(const Program& rows, ThreadId thread, std::uint32_t instruction, const std::string& operand);

[[noreturn]] void refuseOnDevice(const Program& rows, ThreadId thread, std::uint32_t instruction,
                                 const std::string& why);

}  // namespace hrfcheck::inline observe
