#include "observe/device_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "frontend/columns/written_rows.h"
#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline observe {
namespace {

struct NamedRow {
  std::string_view name;
  RowKind kind;
};

/// The first one that fits counts.
constexpr auto kRows = std::to_array<NamedRow>({
    {"mbarrier.init", RowKind::Init},
    {"mbarrier.inval", RowKind::Invalidate},
    {"mbarrier.arrive_drop", RowKind::ArriveDrop},
    {"mbarrier.arrive", RowKind::Arrive},
    {"mbarrier.expect_tx", RowKind::Transactions},
    {"mbarrier.complete_tx", RowKind::Transactions},
    {"mbarrier.test_wait", RowKind::Wait},
    {"mbarrier.try_wait", RowKind::Wait},
    {"mbarrier.pending_count", RowKind::PendingCount},
    {"cp.async.bulk.commit_group", RowKind::Group},
    {"cp.async.bulk.wait_group", RowKind::Group},
    {"cp.async.bulk", RowKind::BulkCopy},
    {"cp.reduce.async.bulk", RowKind::BulkReduce},
    {"cp.async.commit_group", RowKind::Group},
    {"cp.async.wait_group", RowKind::Group},
    {"cp.async.wait_all", RowKind::Group},
    {"cp.async", RowKind::Copy},
    {"st.async.mmio", RowKind::StoreRelease},
    {"st.async.release", RowKind::StoreRelease},
    {"st.async", RowKind::Store},
    {"red.async.release", RowKind::ReduceRelease},
    {"red.async", RowKind::Reduce},
    {"barrier.cluster.arrive", RowKind::ClusterArrive},
    {"barrier.cluster.wait", RowKind::ClusterWait},
    {"fence", RowKind::Fence},
});

std::vector<std::string> split(std::string_view text, char by) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(by), text.size());
    std::string_view part = text.substr(0, end);
    while (part.starts_with(' ')) {
      part.remove_prefix(1);
    }
    while (part.ends_with(' ')) {
      part.remove_suffix(1);
    }
    parts.emplace_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool beginsWithWords(std::string_view mnemonic, std::string_view name) {
  return mnemonic.starts_with(name) && (mnemonic.size() == name.size() || mnemonic[name.size()] == '.');
}

/// Why no device runs it, or null.
const char* whyNot(std::string_view mnemonic, const DeviceRow& row) {
  if (beginsWithWords(mnemonic, "cp.async.bulk.tensor") || beginsWithWords(mnemonic, "tensormap") ||
      mnemonic.find("tensormap::generic") != std::string_view::npos) {
    return "tensormaps are made by the host, for arrays that a test does not have";
  }
  if (row.kind == RowKind::BulkCopy && row.has("relaxed")) {
    return "bulk copies with an order are in PTX 9.3, which no compiler here reads";
  }
  if (row.has("sync_restrict::shared::cluster::read")) {
    return "fences for reads are in PTX 9.4, which no compiler here reads";
  }
  return nullptr;
}

}  // namespace

bool DeviceRow::has(std::string_view word) const {
  return std::ranges::find(words, word) != words.end();
}

std::optional<std::string> DeviceRow::object() const {
  switch (kind) {
    case RowKind::Init:
    case RowKind::Invalidate:
    case RowKind::Transactions:
      return operands.at(0);
    case RowKind::Arrive:
    case RowKind::ArriveDrop:
    case RowKind::Wait:
      return operands.at(1);
    case RowKind::BulkCopy:
    case RowKind::BulkReduce:
      return grouped() ? std::nullopt : std::optional(operands.at(3));
    case RowKind::Store:
    case RowKind::Reduce:
      return operands.at(2);
    case RowKind::PendingCount:
    case RowKind::Copy:
    case RowKind::Group:
    case RowKind::StoreRelease:
    case RowKind::ReduceRelease:
    case RowKind::ClusterArrive:
    case RowKind::ClusterWait:
    case RowKind::Fence:
      break;
  }
  return std::nullopt;
}

void refuseOnDevice(const Program& rows, ThreadId thread, std::uint32_t instruction, const std::string& why) {
  throw UserError(
      rows.threads[thread].instructions[instruction].place,
      fmt::format("{} cannot be run on a device: {}", rows.instructionName(thread, instruction), why));
}

std::optional<DeviceRow> deviceRow(const Program& rows, ThreadId thread, std::uint32_t instruction) {
  const Instruction& written = rows.threads[thread].instructions[instruction];
  if (std::ranges::find(written.marks, frontend::kMarkOfWrittenRow) == written.marks.end()) {
    return std::nullopt;
  }
  const std::string_view text = written.text;
  if (text.starts_with('@')) {
    refuseOnDevice(rows, thread, instruction, "a predicate guards it");
  }
  const std::string_view mnemonic = text.substr(0, std::min(text.find(' '), text.size()));
  DeviceRow row;
  row.operands = split(text.substr(mnemonic.size()), ',');
  const auto* const known =
      std::ranges::find_if(kRows, [&](const NamedRow& one) { return beginsWithWords(mnemonic, one.name); });
  if (known != kRows.end()) {
    row.kind = known->kind;
    row.name = known->name;
    row.words = split(mnemonic.substr(std::min(known->name.size() + 1, mnemonic.size())), '.');
  }
  if (const char* why = whyNot(mnemonic, row)) {
    refuseOnDevice(rows, thread, instruction, why);
  }
  if (known == kRows.end()) {
    refuseOnDevice(rows, thread, instruction, "it has no form there");
  }
  return row;
}

LocationId locationOf(const Program& program, const Expr& address) {
  const auto value = constantValue(address);
  const auto location = value ? program.locationAt(*value) : std::nullopt;
  INVARIANT(location, "the address of a test for a device is a location's");
  return *location;
}

LocationId locationNamed(const Program& rows, ThreadId thread, std::uint32_t instruction,
                         const std::string& name) {
  const auto found = std::ranges::find(rows.locations, name, &MemoryLocation::name);
  if (found == rows.locations.end()) {
    refuseOnDevice(rows, thread, instruction, fmt::format("its address '{}' is not a location", name));
  }
  return static_cast<LocationId>(found - rows.locations.begin());
}

std::vector<LocationId> locationsAt(const Program& rows, ThreadId thread, std::uint32_t instruction) {
  std::vector<LocationId> locations;
  if (const auto row = deviceRow(rows, thread, instruction)) {
    for (LocationId l = 0; l < rows.locations.size(); ++l) {
      if (std::ranges::find(row->operands, rows.locations[l].name) != row->operands.end()) {
        locations.push_back(l);
      }
    }
    return locations;
  }
  const Operands operands = operandsOf(rows.threads[thread].instructions[instruction].operation);
  if (operands.address != nullptr) {
    const auto value = constantValue(*operands.address);
    if (const auto location = value ? rows.locationAt(*value) : std::nullopt) {
      locations.push_back(*location);
    }
  }
  return locations;
}

Value numberOf(const Program& rows, ThreadId thread, std::uint32_t instruction, const std::string& operand) {
  Value value = 0;
  const char* end = operand.data() + operand.size();
  const auto [at, error] = std::from_chars(operand.data(), end, value);
  if (error != std::errc() || at != end) {
    refuseOnDevice(rows, thread, instruction, fmt::format("'{}' is not a number", operand));
  }
  return value;
}

}  // namespace hrfcheck::inline observe
