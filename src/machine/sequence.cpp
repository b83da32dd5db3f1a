#include "machine/sequence.h"

#include <algorithm>

#include "program/ir/orders.h"

namespace hrfcheck::inline machine {

bool Site::acquires() const {
  return kind != Kind::Store && atomicity && program::acquires(atomicity->order);
}

bool Site::releases() const {
  return kind != Kind::Load && atomicity && program::releases(atomicity->order);
}

std::vector<MemoryNodeId> Site::own() const {
  const std::vector<MemoryNodeId>& path = tree.path(thread);
  std::vector<MemoryNodeId> nodes;
  for (std::size_t i = 0; i < k; ++i) {
    if (!tree.nodes()[path[i]].buffer) {  // a write buffer has no clean lines
      nodes.push_back(path[i]);
    }
  }
  if (rules[Rule::OuterFirst]) {
    std::reverse(nodes.begin(), nodes.end());
  }
  return nodes;
}

std::vector<MemoryNodeId> Site::remoteCaches() const {
  std::vector<MemoryNodeId> nodes = tree.cachesUnder(target());
  const std::vector<MemoryNodeId>& path = tree.path(thread);
  std::erase_if(nodes, [&](MemoryNodeId n) { return std::find(path.begin(), path.end(), n) != path.end(); });
  return nodes;
}

Sequence& Sequence::add(MicroOp op) {
  steps_.push_back(std::move(op));
  return *this;
}

Sequence& Sequence::gate() {
  return add({MicroOp::Kind::Gate});
}

Sequence& Sequence::flush(std::vector<MemoryNodeId> nodes, std::size_t to, bool stalls) {
  MicroOp op{MicroOp::Kind::Flush, std::move(nodes)};
  op.at = to;
  op.stalls = stalls;
  return add(std::move(op));
}

Sequence& Sequence::wait() {
  return add({MicroOp::Kind::Wait});
}

Sequence& Sequence::access(std::size_t at, bool past, bool gated, bool owning) {
  MicroOp op{MicroOp::Kind::Access};
  op.at = at;
  op.synchronizes = site_->atomicity.has_value();
  op.gated = gated;
  op.withOwnCopies = past && !gated && site_->rules[Rule::AccessWithOwnCopies];
  op.owning = owning;
  return add(std::move(op));
}

Sequence& Sequence::invalidateOwn() {
  for (const MemoryNodeId n : site_->own()) {
    add({MicroOp::Kind::Invalidate, {n}});
  }
  return *this;
}

Sequence& Sequence::invalidateOwnMeanwhile() {
  meanwhile_ = site_->own();
  meanwhileFrom_ = steps_.size();
  return *this;
}

Sequence& Sequence::lock() {
  return add({MicroOp::Kind::Lock});
}

Sequence& Sequence::unlock() {
  return add({MicroOp::Kind::Unlock});
}

Sequence& Sequence::sendInvalidations(bool endStall) {
  MicroOp op{MicroOp::Kind::SendInvalidations, site_->remoteCaches()};
  op.stalls = endStall;
  return add(std::move(op));
}

Sequence& Sequence::waitInvalidations() {
  return add({MicroOp::Kind::WaitInvalidations});
}

Sequence& Sequence::unstall(std::vector<MemoryNodeId> nodes) {
  return add({MicroOp::Kind::Unstall, std::move(nodes)});
}

Sequence& Sequence::post() {
  return add({MicroOp::Kind::Post});
}

Sequence& Sequence::meet() {
  return add({MicroOp::Kind::Meet});
}

}  // namespace hrfcheck::inline machine
