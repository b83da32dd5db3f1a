// Let w1, w2, ... be the writes of a location in coherence order, behind the initial one, w0. Each wi, i > 0,
// is the write of a read-modify-write whose read is ri. The requirements forbid that ri reads from wi or from
// a later one, and from an earlier one if another write is between them. So ri reads from the write before
// wi, and the last one has the initial value with all of the operations applied, one after the other. Where
// their order does not matter, that is known as soon as it is known which happen.

#include "execution/elimination/update_chains.h"

#include <algorithm>
#include <optional>

#include "execution/elimination/update_patterns.h"
#include "program/expr/operators.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline execution {
namespace {

/// Every three writes of a location are looked at.
constexpr std::size_t kMostWrites = 64;

/// f(f(x, a), b) is f(f(x, b), a).
bool orderDoesNotMatter(RmwOp op) {
  const std::optional<BinaryOp> arithmetic = arithmeticOf(op);
  return arithmetic && !isFurther(*arithmetic);
}

/// The read-modify-write that an event belongs to; null where it is no part of one.
const RmwOperation* operationOf(const EventStructure& structure, EventId e) {
  return std::get_if<RmwOperation>(&instructionOf(structure, e).operation);
}

class ChainSearch {
 public:
  ChainSearch(const Model& model, const EventStructure& structure, const Deadline& deadline)
      : model_(model), structure_(structure), deadline_(deadline) {}

  std::vector<LocationId> run() {
    const auto writes = writesByLocation();
    std::vector<LocationId> chains;
    for (LocationId l = 0; l < writes.size(); ++l) {
      const bool few = writes[l].size() > 1 && writes[l].size() <= kMostWrites;
      if (few && areLikeUpdates(l, writes[l]) && formChain(l, writes[l])) {
        chains.push_back(l);
      }
    }
    return chains;
  }

 private:
  std::vector<std::vector<EventId>> writesByLocation() const {
    std::vector<std::vector<EventId>> writes(structure_.program().locations.size());
    for (EventId e = 0; e < structure_.size(); ++e) {
      if (structure_.events()[e].kind == EventKind::Write) {
        for (const LocationId l : structure_.mayLocations()[e]) {
          writes[l].push_back(e);
        }
      }
    }
    return writes;
  }

  bool areLikeUpdates(LocationId location, const std::vector<EventId>& writes) const {
    const RmwOperation* first = operationOf(structure_, writes.front());
    return first != nullptr && orderDoesNotMatter(first->op) && std::ranges::all_of(writes, [&](EventId w) {
             const RmwOperation* o = operationOf(structure_, w);
             return o != nullptr && o->op == first->op && o->kind == first->kind &&
                    structure_.mayLocations()[w] == std::vector{location};
           });
  }

  bool formChain(LocationId location, const std::vector<EventId>& writes) {
    const EventId initial = structure_.initialWrite(location);
    return std::ranges::all_of(writes, [&](EventId own) {
      return patterns().isAtomic(structure_.events()[own].partner, own, initial, writes);
    });
  }

  UpdatePatterns& patterns() {
    if (!patterns_) {
      patterns_.emplace(model_, structure_, deadline_);
    }
    return *patterns_;
  }

  const Model& model_;
  const EventStructure& structure_;
  const Deadline& deadline_;
  std::optional<UpdatePatterns> patterns_;  ///< made for the first location that may be a chain
};

}  // namespace

std::vector<LocationId> updateChains(const Model& model, const EventStructure& structure,
                                     const Deadline& deadline) {
  return ChainSearch(model, structure, deadline).run();
}

}  // namespace hrfcheck::inline execution
