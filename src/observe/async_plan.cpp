#include "observe/async_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/columns/ptx_table.h"
#include "frontend/columns/written_rows.h"
#include "observe/barriers.h"
#include "observe/device_rows.h"
#include "program/expr/phase_barrier.h"
#include "program/flow/asynchronous.h"
#include "program/ir/shared_memory.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline observe {
namespace {

namespace ptx = frontend::ptx;

constexpr unsigned kMostBlocksOfCluster = 8;  // that every device has room for

using Blocks = std::vector<std::vector<ThreadId>>;

/// The instances of a level, each with its threads.
Blocks instancesOf(const Program& program, std::uint32_t level) {
  std::map<ScopeInstanceId, std::vector<ThreadId>> instances;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    instances[program.scopes.instanceOf(t, level)].push_back(t);
  }
  Blocks blocks;
  for (auto& [id, threads] : instances) {
    blocks.push_back(std::move(threads));
  }
  return blocks;
}

class Planner {
 public:
  explicit Planner(Program& program) : program_(program) {
    plan_.rows = std::make_shared<const Program>(frontend::asWritten(program));
  }

  AsyncPlan run() {
    placeBlocks();
    placeLocations();
    checkReach();
    countArrivals();
    findWaits();
    return std::move(plan_);
  }

 private:
  const Program& rows() const { return *plan_.rows; }

  void placeBlocks() {
    const Blocks clusters = instancesOf(rows(), ptx::kCluster);
    const Blocks blocks = instancesOf(rows(), ptx::kCta);
    for (const auto& cluster : clusters) {
      plan_.clusterSize = std::max(
          plan_.clusterSize, static_cast<unsigned>(std::ranges::count_if(blocks, [&](const auto& block) {
            return contains(cluster, block.front());
          })));
    }
    if (plan_.clusterSize > kMostBlocksOfCluster) {
      throw UserError(fmt::format("{} cannot be run on a device: at most {} blocks fit in a cluster",
                                  rows().name, kMostBlocksOfCluster));
    }
    for (const auto& cluster : clusters) {
      const std::size_t first = plan_.blocks.size();
      std::ranges::copy_if(blocks, std::back_inserter(plan_.blocks),
                           [&](const auto& block) { return contains(cluster, block.front()); });
      plan_.blocks.resize(first + plan_.clusterSize);
    }
  }

  static bool contains(const std::vector<ThreadId>& threads, ThreadId thread) {
    return std::ranges::find(threads, thread) != threads.end();
  }

  // Where locations are.

  template <typename See>
  void eachRow(const See& see) const {
    for (ThreadId t = 0; t < rows().threads.size(); ++t) {
      for (std::uint32_t k = 0; k < rows().threads[t].instructions.size(); ++k) {
        if (const auto row = deviceRow(rows(), t, k)) {
          see(t, k, *row);
        }
      }
    }
  }

  void placeLocations() {
    plan_.sharedBy.resize(rows().locations.size());
    global_.resize(rows().locations.size());
    for (LocationId l = 0; l < rows().locations.size(); ++l) {
      if (const auto thread = sharedOf(rows().locations[l])) {
        plan_.sharedBy[l] = plan_.blockOf(*thread);
      }
    }
    eachRow([&](ThreadId t, std::uint32_t k, const DeviceRow& row) { demand(t, k, row); });
    // What a bulk copy reads may be in either memory, and is in global memory unless another row needs it.
    eachRow([&](ThreadId t, std::uint32_t k, const DeviceRow& row) {
      if (row.kind == RowKind::BulkCopy && !row.grouped()) {
        const LocationId from = locationNamed(rows(), t, k, row.operands.at(1));
        if (plan_.sharedBy[from]) {
          inShared(t, k, from, plan_.blockOf(t));
        }
      }
    });
    for (LocationId l = 0; l < rows().locations.size(); ++l) {
      MemoryLocation& location = program_.locations[l];
      if (plan_.sharedBy[l] && !sharedOf(location)) {
        const ThreadId owner = plan_.blocks[*plan_.sharedBy[l]].front();
        location.regions.push_back(sharedRegion(owner));
        plan_.notes.push_back(fmt::format("{} is in the shared memory of {}'s block", location.name,
                                          rows().threads[owner].name));
      }
    }
  }

  void demand(ThreadId t, std::uint32_t k, const DeviceRow& row) {
    const std::size_t own = plan_.blockOf(t);
    const auto operand = [&](std::size_t i) { return locationNamed(rows(), t, k, row.operands.at(i)); };
    std::optional<std::size_t> home;
    if (const auto object = row.object()) {
      const LocationId l = locationNamed(rows(), t, k, *object);
      if (!plan_.sharedBy[l]) {
        refuseOnDevice(rows(), t, k,
                       fmt::format("{} is a barrier object, and in the shared memory of no block", *object));
      }
      home = plan_.sharedBy[l];
      plan_.objects.try_emplace(l);
      const bool own_only =
          row.kind == RowKind::Wait || row.kind == RowKind::Init || row.kind == RowKind::Invalidate;
      if (own_only && *home != own) {
        refuseOnDevice(rows(), t, k, "the object is in another block");
      }
    }
    switch (row.kind) {
      case RowKind::BulkCopy:
      case RowKind::BulkReduce:
        oneLocation(t, k, row);
        if (row.grouped()) {
          inGlobal(t, k, operand(0));
        } else {
          inShared(t, k, operand(0), *home);
        }
        if (row.grouped() || row.kind == RowKind::BulkReduce) {
          inShared(t, k, operand(1), own);
        }
        break;
      case RowKind::Copy:
        oneLocation(t, k, row);
        inShared(t, k, operand(0), own);
        inGlobal(t, k, operand(1));
        break;
      case RowKind::Store:
      case RowKind::Reduce:
        inShared(t, k, operand(0), *home);
        break;
      case RowKind::StoreRelease:
      case RowKind::ReduceRelease:
        inGlobal(t, k, operand(0));
        break;
      default:
        break;
    }
  }

  void oneLocation(ThreadId t, std::uint32_t k, const DeviceRow& row) const {
    if (numberOf(rows(), t, k, row.operands.at(2)) != 4) {
      refuseOnDevice(rows(), t, k, "it copies several locations");
    }
  }

  void inShared(ThreadId t, std::uint32_t k, LocationId l, std::size_t block) {
    if (global_[l] || (plan_.sharedBy[l] && *plan_.sharedBy[l] != block)) {
      refuseOnDevice(
          rows(), t, k,
          fmt::format("in PTX {} is in the shared memory of a block here, and elsewhere in {}",
                      rows().locations[l].name, global_[l] ? "global memory" : "that of another one"));
    }
    plan_.sharedBy[l] = block;
  }
  void inGlobal(ThreadId t, std::uint32_t k, LocationId l) {
    if (plan_.sharedBy[l]) {
      refuseOnDevice(rows(), t, k,
                     fmt::format("in PTX {} is in global memory here, and elsewhere in shared memory",
                                 rows().locations[l].name));
    }
    global_[l] = true;
  }

  /// Shared memory is accessed from its cluster only.
  void checkReach() const {
    for (ThreadId t = 0; t < rows().threads.size(); ++t) {
      for (std::uint32_t k = 0; k < rows().threads[t].instructions.size(); ++k) {
        for (const LocationId l : locationsAt(rows(), t, k)) {
          if (plan_.sharedBy[l] && !plan_.areInOneCluster(*plan_.sharedBy[l], plan_.blockOf(t))) {
            refuseOnDevice(rows(), t, k,
                           fmt::format("{} has to be in the shared memory of another cluster",
                                       rows().locations[l].name));
          }
        }
      }
    }
  }

  // What comes to barrier objects.

  void countArrivals() {
    for (auto& [l, object] : plan_.objects) {
      const auto word = static_cast<std::uint64_t>(rows().locations[l].initial);
      if (((word >> phase_barrier::kValid.shift) & 1U) != 0) {
        object.count =
            static_cast<unsigned>((word >> phase_barrier::kExpected.shift) & phase_barrier::kExpected.mask());
      }
      object.invalidates = true;
    }
    eachRow([&](ThreadId t, std::uint32_t k, const DeviceRow& row) {
      if (const auto name = row.object()) {
        count(t, k, row, plan_.objects.at(locationNamed(rows(), t, k, *name)));
      }
    });
    eachRow([&](ThreadId t, std::uint32_t k, const DeviceRow& row) {
      if (const auto name = row.object()) {
        checkCount(t, k, row, plan_.objects.at(locationNamed(rows(), t, k, *name)));
      }
    });
  }

  void count(ThreadId t, std::uint32_t k, const DeviceRow& row, DeviceObject& object) const {
    const auto number = [&](std::size_t operand) {
      return static_cast<int>(numberOf(rows(), t, k, row.operands.at(operand)) * kDeviceBytes);
    };
    switch (row.kind) {
      case RowKind::Arrive:
      case RowKind::ArriveDrop:
        object.missing += row.expects() ? number(2) : 0;
        object.arrivals +=
            !row.expects() && row.operands.size() > 2 ? static_cast<unsigned>(number(2) / kDeviceBytes) : 1;
        break;
      case RowKind::Transactions:
        object.missing += row.name == "mbarrier.expect_tx" ? number(1) : -number(1);
        break;
      case RowKind::BulkCopy:
      case RowKind::BulkReduce:
        object.awaited = true;
        object.missing -= number(2);
        break;
      case RowKind::Store:
      case RowKind::Reduce:
        object.awaited = true;
        object.missing -= static_cast<int>(4 * kDeviceBytes);
        break;
      case RowKind::Invalidate:
        object.invalidates = false;
        break;
      default:
        break;
    }
  }

  /// That all operations have completed is known where every thread arrives as often as its code says.
  void checkCount(ThreadId t, std::uint32_t k, const DeviceRow& row, const DeviceObject& object) const {
    if (!object.awaited) {
      return;
    }
    if (row.kind == RowKind::ArriveDrop || row.kind == RowKind::Invalidate || row.kind == RowKind::Init ||
        object.count == 0) {
      refuseOnDevice(rows(), t, k,
                     "asynchronous operations complete at the object, which is not the same all the time");
    }
    if (row.kind != RowKind::Wait && mayBeSkipped(t, k)) {
      refuseOnDevice(
          rows(), t, k,
          "asynchronous operations complete at the object, and a branch may skip this, or it is in or "
          "after a loop, which may give up");
    }
  }

  bool mayBeSkipped(ThreadId t, std::uint32_t k) const {
    const std::vector<Instruction>& code = rows().threads[t].instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      const auto* branch = std::get_if<BranchOp>(&code[i].operation);
      const auto* jump = std::get_if<JumpOp>(&code[i].operation);
      const std::uint32_t target = branch != nullptr ? branch->target
                                   : jump != nullptr ? jump->target
                                                     : i + 1;
      const bool ends = i < k && std::holds_alternative<ExitOp>(code[i].operation);
      if (ends || (i < k && k < target) || (target <= i && target <= k)) {
        return true;
      }
    }
    return false;
  }

  // Who waits for whom.

  void findWaits() {
    for (std::size_t b = 0; b < plan_.blocks.size(); ++b) {
      plan_.waits.push_back(waitsOf(b));
    }
    for (std::size_t b = 0; b < plan_.blocks.size(); ++b) {
      const std::size_t first = b - b % plan_.clusterSize;
      const auto barriers = ofCluster(plan_.waits[first]);
      if (plan_.blocks[b].empty()) {
        plan_.waits[b] = barriers;
      } else if (ofCluster(plan_.waits[b]) != barriers) {
        throw UserError(fmt::format(
            "{} cannot be run on a device: not all threads of a cluster wait at its barrier as often",
            rows().name));
      }
    }
  }

  static constexpr const char* kArrive = "barrier.cluster.arrive.relaxed;";
  static constexpr const char* kWait = "barrier.cluster.wait;";

  std::vector<std::string> waitsOf(std::size_t block) const {
    std::vector<std::string> first;
    for (const ThreadId t : plan_.blocks[block]) {
      std::vector<std::string> waits;
      for (std::uint32_t k = 0; k < rows().threads[t].instructions.size(); ++k) {
        if (std::holds_alternative<BarrierOp>(rows().threads[t].instructions[k].operation)) {
          waits.emplace_back(kPtxBarrier);
        } else if (const auto row = deviceRow(rows(), t, k)) {
          if (row->kind == RowKind::ClusterArrive || row->kind == RowKind::ClusterWait) {
            waits.emplace_back(row->kind == RowKind::ClusterArrive ? kArrive : kWait);
          }
        }
      }
      if (t == plan_.blocks[block].front()) {
        first = std::move(waits);
      } else if (waits != first) {
        throw UserError(fmt::format(
            "{} cannot be run on a device: {} and {} do not wait at the same barriers in the same order",
            rows().name, rows().threads[plan_.blocks[block].front()].name, rows().threads[t].name));
      }
    }
    return first;
  }

  static std::vector<std::string> ofCluster(std::vector<std::string> waits) {
    std::erase(waits, kPtxBarrier);
    return waits;
  }

  Program& program_;
  AsyncPlan plan_;
  std::vector<bool> global_;  ///< by location: some row needs it there
};

}  // namespace

std::size_t AsyncPlan::blockOf(ThreadId thread) const {
  const auto block = std::ranges::find_if(
      blocks, [&](const auto& threads) { return std::ranges::find(threads, thread) != threads.end(); });
  INVARIANT(block != blocks.end(), "every thread is in a block");
  return static_cast<std::size_t>(block - blocks.begin());
}

std::optional<AsyncPlan> asyncPlan(Program& program) {
  const bool shares = instancesOf(program, ptx::kCluster).size() < instancesOf(program, ptx::kCta).size();
  if (asynchronousInstruction(program) == nullptr && !shares) {
    return std::nullopt;
  }
  return Planner(program).run();
}

}  // namespace hrfcheck::inline observe
