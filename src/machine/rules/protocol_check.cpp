// Which steps make an instruction: the drivers rely on what is checked here. A requester has one flush under
// way at a time, and stands in its instruction until the markers are back; what is posted is a store that a
// flush comes before.

#include "machine/rules/protocol_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/diagnostic.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::size_t kMostSteps = 100;

std::string orderText(const Site& site) {
  if (!site.atomicity) {
    return site.kind == Site::Kind::Barrier || site.kind == Site::Kind::Fence ? "" : "ordinary ";
  }
  const std::string order = site.atomicity->order == Order::Relaxed ? "relaxed "
                            : site.acquires() && site.releases()    ? "acquire-release "
                            : site.acquires()                       ? "acquire "
                            : site.releases()                       ? "release "
                                                                    : "";
  return (site.remote() ? "remote " : "") + order;
}

/// "a remote acquire load".
std::string whatIs(const Site& site) {
  static constexpr const char* kKinds[] = {"load", "store", "read-modify-write", "fence", "barrier"};
  const std::string text = orderText(site) + kKinds[static_cast<std::size_t>(site.kind)];
  const bool vowel = text.front() == 'a' || text.front() == 'o';
  return fmt::format("{} {}", vowel ? "an" : "a", text);
}

class Check {
 public:
  Check(const ProtocolClause& clause, const Site& site) : clause_(clause), site_(site) {}

  void step(const ProtocolStep& step) {
    switch (step.kind) {
      case ProtocolStep::Kind::Flush:
        require(!flushed_, step, "one flush is waited for before the next");
        flushed_ = everFlushed_ = true;
        break;
      case ProtocolStep::Kind::Wait:
        flushed_ = false;
        break;
      case ProtocolStep::Kind::Access:
        access(step);
        break;
      case ProtocolStep::Kind::Meet:
        require(site_.kind == Site::Kind::Barrier, step, "only barriers meet");
        require(++meetings_ == 1, step, "a barrier meets once");
        break;
      case ProtocolStep::Kind::InvalidateMeanwhile:
        require(isAccess() && accesses_ == 0 && !meanwhile_, step,
                "what is invalidated meanwhile is so once, before an access");
        meanwhile_ = true;
        break;
      case ProtocolStep::Kind::Lock:
        require(isAccess() && !locked_, step, "an access locks its line once at a time");
        locked_ = true;
        break;
      case ProtocolStep::Kind::Unlock:
        require(locked_, step, "nothing is locked here");
        locked_ = false;
        break;
      case ProtocolStep::Kind::Post:
        require(site_.kind == Site::Kind::Store && everFlushed_ && accesses_ == 0 && !posted_, step,
                "only a store is posted, once, between its flush and its access");
        posted_ = true;
        break;
      case ProtocolStep::Kind::Gate:
      case ProtocolStep::Kind::Invalidate:
      case ProtocolStep::Kind::SendInvalidations:
      case ProtocolStep::Kind::WaitInvalidations:
      case ProtocolStep::Kind::Unstall:
        break;
    }
  }

  void end(std::size_t steps) {
    require(steps > 0, "has no step here: a `gate`, at least");
    require(steps <= kMostSteps, fmt::format("has more than {} steps", kMostSteps));
    require(!isAccess() || accesses_ == 1, "accesses memory nowhere: `access`");
    require(site_.kind != Site::Kind::Barrier || meetings_ == 1, "meets nobody: `meet`");
    require(!flushed_, "does not wait for its flush: `wait`");
    require(!locked_, "does not unlock its line: `unlock`");
  }

 private:
  bool isAccess() const { return site_.kind != Site::Kind::Fence && site_.kind != Site::Kind::Barrier; }

  void access(const ProtocolStep& step) {
    require(isAccess(), step, "fences and barriers access nothing");
    require(++accesses_ == 1, step, "an instruction accesses memory once");
    if (step.owning) {
      const MemoryNode& node = site_.tree.nodes()[site_.tree.path(site_.thread)[step.where.on(site_)]];
      require(node.policy == WritePolicy::Ownership, step,
              "this cache owns no lines: only one with `ownership` does");
    }
  }

  void require(bool condition, const ProtocolStep& step, const std::string& message) const {
    if (!condition) {
      throw UserError(step.place, message, fmt::format("these are the steps of {}", whatIs(site_)));
    }
  }
  void require(bool condition, const std::string& message) const {
    if (!condition) {
      throw UserError(clause_.place, fmt::format("{} {}", whatIs(site_), message));
    }
  }

  const ProtocolClause& clause_;
  const Site& site_;
  bool flushed_ = false, everFlushed_ = false, locked_ = false;
  bool meanwhile_ = false, posted_ = false;
  std::size_t accesses_ = 0, meetings_ = 0;
};

}  // namespace

void checkSteps(const ProtocolClause& clause, const std::vector<const ProtocolStep*>& chosen,
                const Site& site) {
  Check check(clause, site);
  for (const ProtocolStep* step : chosen) {
    check.step(*step);
  }
  check.end(chosen.size());
}

}  // namespace hrfcheck::inline machine
