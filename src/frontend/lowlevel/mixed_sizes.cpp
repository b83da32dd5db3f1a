#include "frontend/lowlevel/mixed_sizes.h"

#include <algorithm>
#include <map>
#include <optional>

#include "frontend/lowlevel/residual/residual_parts.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr std::int64_t kLargestAccess = 8;

/// Two threads that do something are enough to know whether others than one do.
class SomeThreads {
 public:
  void add(ThreadId thread) {
    if (!first_) {
      first_ = thread;
    } else if (*first_ != thread) {
      several_ = true;
    }
  }
  bool othersThan(const SomeThreads& one) const {
    return first_ && one.first_ && (several_ || one.several_ || *first_ != *one.first_);
  }

 private:
  std::optional<ThreadId> first_;
  bool several_ = false;
};

struct Use {
  SomeThreads all;
  SomeThreads writers;

  bool conflicts(const Use& other) const {
    return writers.othersThan(other.all) || all.othersThan(other.writers);
  }
};

/// What is accessed of the copy of an object that some threads share.
struct Uses {
  std::map<Cell, Use> places;
  std::map<unsigned, Use> computed;  ///< by size: they may be anywhere

  bool conflict() const {
    for (auto a = places.begin(); a != places.end(); ++a) {
      for (auto b = std::next(a); b != places.end() && b->first.offset < a->first.offset + kLargestAccess;
           ++b) {
        const bool overlap = b->first.offset < a->first.offset + a->first.bytes;
        if (overlap && a->second.conflicts(b->second)) {
          return true;
        }
      }
    }
    return std::ranges::any_of(computed, [&](const auto& one) {
      const auto collides = [&](unsigned bytes, const Use& use) {
        return bytes != one.first && one.second.conflicts(use);
      };
      return std::ranges::any_of(computed, [&](const auto& o) { return collides(o.first, o.second); }) ||
             std::ranges::any_of(places, [&](const auto& o) { return collides(o.first.bytes, o.second); });
    });
  }
};

class Finder {
 public:
  Finder(const Module& module, const Launches& launches, const MemoryLayout& layout)
      : module_(module), launches_(launches), layout_(layout) {}

  void note(const SharedAccess& access, ThreadId thread, std::uint32_t group) {
    const Access& a = *access.access;
    const std::size_t elements = std::max(a.targets.size(), a.values.size());
    const auto use = [&](Use& of) {
      of.all.add(thread);
      if (a.writes) {
        of.writers.add(thread);
      }
    };
    if (access.where.place) {
      const std::uint32_t object = access.where.place->object;
      if (const auto rank = access.where.place->rank) {
        group = launches_.firstOfCluster(group) + *rank;
      }
      for (std::size_t e = 0; e < elements; ++e) {
        const std::int64_t offset = access.where.place->offset + static_cast<std::int64_t>(e * a.bytes);
        use(usesOf(object, group).places[Cell{offset, a.bytes}]);
        if (isAtomic(a) && layout_.cellsOf(object, offset, a.bytes).size() > 1) {
          found_.insert(object);
        }
      }
      return;
    }
    for (const std::uint32_t object : access.where.objects) {
      use(usesOf(object, group).computed[a.bytes]);
      const ObjectLayout* layout = layout_.layout(object);
      if (isAtomic(a) && layout != nullptr && !layout->cells.empty() &&
          layout->cells.front().bytes < a.bytes) {
        found_.insert(object);
      }
    }
  }

  std::set<std::uint32_t> run() {
    for (const auto& [copy, uses] : uses_) {
      if (!found_.contains(copy.first) && uses.conflict()) {
        found_.insert(copy.first);
      }
    }
    return std::move(found_);
  }

 private:
  static bool isAtomic(const Access& access) { return access.atomicity || access.update; }

  Uses& usesOf(std::uint32_t object, std::uint32_t group) {
    return uses_[{object, module_.objects[object].space == Space::Shared ? group : 0}];
  }

  const Module& module_;
  const Launches& launches_;
  const MemoryLayout& layout_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Uses> uses_;  ///< by object, and block where each has one
  std::set<std::uint32_t> found_;
};

}  // namespace

std::set<std::uint32_t> accessedInSeveralSizes(const Module& module, const LaunchFacts& facts,
                                               const std::vector<WrittenThread>& threads,
                                               const MemoryLayout& layout) {
  Finder finder(module, facts.launches, layout);
  for (ThreadId t = 0; t < threads.size(); ++t) {
    const std::uint32_t group = facts.launches.groupOf(threads[t].owner.value_or(t));
    forEachOf<SharedAccess>(
        threads[t], [&](const SharedAccess& access, const ResidualStep&) { finder.note(access, t, group); });
  }
  return finder.run();
}

}  // namespace hrfcheck::frontend::lowlevel
