#include "machine/workloads/workload.h"

#include "program/expr/expr.h"

namespace hrfcheck::inline machine {
namespace {

ScopeTree scopesOf(const Placement& placement) {
  std::vector<std::vector<std::uint32_t>> ids;
  for (std::uint32_t group = 0; group < placement.groups; ++group) {
    for (std::uint32_t wave = 0; wave < placement.waves; ++wave) {
      ids.push_back({0, wave, group, 0, 0});
    }
  }
  return {{"wi", "wv", "wg", "cmp", "sys"}, ids};
}

}  // namespace

Workload::Workload(const Placement& placement) : placement_(placement), scopes_(scopesOf(placement)) {}

std::uint32_t Workload::add(Operation operation) {
  operations_.push_back({std::move(operation), std::nullopt, {}, "an access of the workload"});
  return static_cast<std::uint32_t>(operations_.size() - 1);
}

std::uint32_t Workload::loads(std::optional<Atomicity> atomicity) {
  return add(LoadOp{0, nullptr, atomicity});
}

std::uint32_t Workload::stores(std::optional<Atomicity> atomicity) {
  return add(StoreOp{nullptr, nullptr, atomicity});
}

std::uint32_t Workload::modifies(RmwOp op, const Atomicity& atomicity) {
  return add(RmwOperation{std::nullopt, op, nullptr, nullptr, nullptr, atomicity});
}

TimedOp Workload::next(ThreadId t) {
  if (code_.empty()) {
    items_.resize(wavefronts());
    for (ThreadId w = 0; w < items_.size(); ++w) {
      code_.push_back(codeOf(items_[w], w));
      items_[w].begin(code_.back().code());
    }
  }
  return items_[t].op();
}

void Workload::complete(ThreadId t, const TimedOp& op, Value read) {
  if (op.kind == TimedOp::Kind::Scratchpad) {
    onScratchpad(t);
  }
  items_[t].goOn(read);
}

std::optional<Value> Workload::written(ThreadId, const TimedOp& op, Value old) {
  const auto& rmw = std::get<RmwOperation>(operations_[op.operation].operation);
  if (rmw.op == RmwOp::CompareSwap && old != op.expected) {
    return std::nullopt;
  }
  return rmwResult(rmw.op, rmw.kind, old, op.operand);
}

}  // namespace hrfcheck::inline machine
