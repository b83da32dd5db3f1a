#include "observe/emit/cuda_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

// Source: PTX ISA 9.4, the pages of the instructions. A location is 16 bytes, of which the test's word is the
// first (async_plan.h).

namespace hrfcheck::inline observe {
namespace {

constexpr unsigned kBytes = 16;
constexpr std::string_view kByObject = "mbarrier::complete_tx::bytes";

class RowWriter {
 public:
  RowWriter(const DeviceRole& role, std::uint32_t at, const DeviceRow& row, const AddressOf& addressOf)
      : role_(role), at_(at), row_(row), addressOf_(addressOf) {}

  std::vector<std::string> run() {
    switch (row_.kind) {
      case RowKind::Init:
        return {fmt::format("mbarrier.init.shared::cta.b64 {}, {};", address(0), row_.operands.at(1))};
      case RowKind::Invalidate:
        return {fmt::format("mbarrier.inval.shared::cta.b64 {};", address(0))};
      case RowKind::Arrive:
      case RowKind::ArriveDrop:
        return {arrive()};
      case RowKind::Transactions:
        return {fmt::format("{}{}{}.b64 {}, {};", row_.name, orderAndScope("relaxed"), space(0), address(0),
                            bytes(1))};
      case RowKind::Wait:
        return wait();
      case RowKind::PendingCount:
        return {fmt::format("mbarrier.pending_count.b64 {}, {};", result(0), state(1))};
      case RowKind::BulkCopy:
        return {bulkCopy()};
      case RowKind::BulkReduce:
        return {bulkReduce()};
      case RowKind::Copy:
        return {fmt::format("cp.async.ca.shared::cta.global {}, {}, {};", address(0), address(1), kBytes)};
      case RowKind::Store:
        return {fmt::format("st.async.weak.shared::cluster.{}.v4.b32 {}, {{{}, {}, {}, {}}}, {};", kByObject,
                            address(0), row_.operands.at(1), row_.operands.at(1), row_.operands.at(1),
                            row_.operands.at(1), address(2))};
      case RowKind::StoreRelease:
        return {fmt::format("{}.global.b32 {}, {};", mnemonic(), address(0), row_.operands.at(1))};
      case RowKind::Reduce:
        return reduce();
      case RowKind::ReduceRelease:
        return {fmt::format("red.async.release.{}.global.add.u32 {}, {};", row_.words.at(0), address(0),
                            row_.operands.at(1))};
      case RowKind::ClusterArrive:
      case RowKind::ClusterWait:
      case RowKind::Fence:
        return {mnemonic() + ";"};
      case RowKind::Group:
        return {row_.operands.empty() ? mnemonic() + ";"
                                      : fmt::format("{} {};", mnemonic(), row_.operands.at(0))};
    }
    return {};
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    refuseOnDevice(role_.program, role_.thread, at_, why);
  }

  std::string mnemonic() const {
    return row_.words.empty() ? row_.name : fmt::format("{}.{}", row_.name, fmt::join(row_.words, "."));
  }

  LocationId location(std::size_t operand) const {
    return locationNamed(role_.program, role_.thread, at_, row_.operands.at(operand));
  }
  std::string address(std::size_t operand) const { return addressOf_(location(operand)); }
  Space where(std::size_t operand) const { return role_.spaceOf(location(operand)); }
  std::string space(std::size_t operand) const {
    return where(operand) == Space::Own ? ".shared::cta" : ".shared::cluster";
  }
  Value bytes(std::size_t operand) const {
    return numberOf(role_.program, role_.thread, at_, row_.operands.at(operand)) * kDeviceBytes;
  }

  std::optional<RegisterId> registerNamed(const std::string& name) const {
    const auto& names = role_.code().registers;
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<RegisterId>(found - names.begin()));
  }
  std::string result(std::size_t operand) const {
    return fmt::format("r{}", registerNamed(row_.operands.at(operand)).value_or(0));
  }
  std::string state(std::size_t operand) const {
    return fmt::format("s{}", registerNamed(row_.operands.at(operand)).value_or(0));
  }

  /// `.release.cta`: both, or neither.
  std::string orderAndScope(std::string_view byDefault) const {
    std::string_view order = byDefault;
    for (const std::string_view word : {"relaxed", "acquire", "release"}) {
      order = row_.has(word) ? word : order;
    }
    return fmt::format(".{}.{}", order, row_.has("cluster") ? "cluster" : "cta");
  }

  std::string arrive() const {
    const bool own = where(1) == Space::Own;
    const auto reg = registerNamed(row_.operands.at(0));
    if (!own && reg) {
      refuse("an arrival in another block gives no state");
    }
    if (reg && std::ranges::find(role_.observed, *reg) != role_.observed.end()) {
      refuse("the condition observes the state of a barrier object");
    }
    const std::string target = !own ? "_" : reg ? fmt::format("s{}", *reg) : "any";
    std::string count;
    if (row_.expects()) {
      count = fmt::format(", {}", bytes(2));
    } else if (row_.operands.size() > 2) {
      count = ", " + row_.operands.at(2);
    }
    return fmt::format("{}{}{}{}.b64 {}, {}{};", row_.name, row_.expects() ? ".expect_tx" : "",
                       orderAndScope("release"), space(1), target, address(1), count);
  }

  std::vector<std::string> wait() const {
    const bool parity = row_.has("parity");
    const auto reg = registerNamed(row_.operands.at(2));
    const std::string operand = !reg ? row_.operands.at(2) : fmt::format("{}{}", parity ? "r" : "s", *reg);
    return {fmt::format("{}{}{}.shared::cta.b64 q, {}, {};", row_.name, parity ? ".parity" : "",
                        orderAndScope("acquire"), address(1), operand),
            fmt::format("selp.s32 {}, 1, 0, q;", result(0))};
  }

  std::string bulkCopy() const {
    if (row_.grouped()) {
      return fmt::format("cp.async.bulk.global.shared::cta.bulk_group {}, {}, {};", address(0), address(1),
                         kBytes);
    }
    return fmt::format("cp.async.bulk.shared::cluster.{}.{} {}, {}, {}, {};",
                       where(1) == Space::Global ? "global" : "shared::cta", kByObject, address(0),
                       address(1), kBytes, address(3));
  }

  /// With its type.
  std::string operation() const {
    for (const auto& [word, type] : {std::pair{"add", "u32"},
                                     {"min", "s32"},
                                     {"max", "s32"},
                                     {"and", "b32"},
                                     {"or", "b32"},
                                     {"xor", "b32"}}) {
      if (row_.has(word)) {
        return fmt::format("{}.{}", word, type);
      }
    }
    refuse("its operator has no form there");
  }

  std::string bulkReduce() const {
    return row_.grouped()
               ? fmt::format("cp.reduce.async.bulk.global.shared::cta.bulk_group.{} {}, {}, {};", operation(),
                             address(0), address(1), kBytes)
               : fmt::format("cp.reduce.async.bulk.shared::cluster.shared::cta.{}.{} {}, {}, {}, {};",
                             kByObject, operation(), address(0), address(1), kBytes, address(3));
  }

  /// Of all four words, since each one counts four bytes.
  std::vector<std::string> reduce() const {
    std::vector<std::string> lines;
    const std::string first = address(0);
    for (unsigned word = 0; word < kBytes; word += 4) {
      lines.push_back(fmt::format("red.async.relaxed.cluster.shared::cluster.{}.{} {}+{}], {}, {};",
                                  kByObject, operation(), first.substr(0, first.size() - 1), word,
                                  row_.operands.at(1), address(2)));
    }
    return lines;
  }

  const DeviceRole& role_;
  std::uint32_t at_;
  const DeviceRow& row_;
  const AddressOf& addressOf_;
};

}  // namespace

std::vector<std::string> cudaRow(const DeviceRole& role, std::uint32_t at, const DeviceRow& row,
                                 const AddressOf& addressOf) {
  return RowWriter(role, at, row, addressOf).run();
}

std::vector<std::string> cudaEnd(const DeviceRole& role) {
  bool copies = false;
  bool groups = false;
  for (std::uint32_t k = 0; k < role.code().instructions.size(); ++k) {
    if (const auto row = deviceRow(role.program, role.thread, k)) {
      copies = copies || row->kind == RowKind::Copy;
      groups = groups || row->grouped();
    }
  }
  std::vector<std::string> lines;
  if (copies) {
    lines.emplace_back("cp.async.wait_all;");
  }
  if (groups) {
    lines.emplace_back("cp.async.bulk.commit_group;");
    lines.emplace_back("cp.async.bulk.wait_group 0;");
  }
  return lines;
}

}  // namespace hrfcheck::inline observe
