#include "suite/corpus/thread_shapes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace hrfcheck::inline suite {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// The ways to write `sum` as `parts` numbers from 1 on, the larger first.
void partitions(std::uint32_t sum, std::uint32_t parts, std::uint32_t most, Numbers& so,
                const std::function<void(const Numbers&)>& visit) {
  if (parts == 0) {
    if (sum == 0) {
      visit(so);
    }
    return;
  }
  for (std::uint32_t first = std::min(most, sum); first >= 1; --first) {
    so.push_back(first);
    partitions(sum - first, parts - 1, first, so, visit);
    so.pop_back();
  }
}

/// Names replaced by numbers in the order of first use.
template <typename Name>
Numbers numbered(const std::vector<Name>& names) {
  std::map<Name, std::uint32_t> known;
  Numbers result;
  for (const Name& name : names) {
    result.push_back(known.emplace(name, static_cast<std::uint32_t>(known.size())).first->second);
  }
  return result;
}

/// All placements, each with many names: `choices` numbers for each thread.
void assignments(std::size_t threads, std::uint32_t choices,
                 const std::function<void(const Numbers&)>& visit) {
  Numbers now(threads, 0);
  while (true) {
    visit(now);
    std::size_t at = threads;
    while (at > 0 && now[at - 1] + 1 == choices) {
      now[--at] = 0;
    }
    if (at == 0) {
      return;
    }
    ++now[at - 1];
  }
}

struct Placement {
  Numbers components, groups;
  friend auto operator<=>(const Placement&, const Placement&) = default;
};

/// The same placement with components numbered by first use, and groups so inside of each.
Placement canonical(const Placement& placement) {
  Placement result;
  result.components = numbered(placement.components);
  std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> known;
  for (std::size_t t = 0; t < placement.groups.size(); ++t) {
    auto& ofComponent = known[result.components[t]];
    const auto next = static_cast<std::uint32_t>(ofComponent.size());
    result.groups.push_back(ofComponent.emplace(placement.groups[t], next).first->second);
  }
  return result;
}

Placement renamed(const Placement& placement, const std::vector<ThreadId>& to) {
  Placement result = placement;
  for (ThreadId t = 0; t < to.size(); ++t) {
    result.components[to[t]] = placement.components[t];
    result.groups[to[t]] = placement.groups[t];
  }
  return canonical(result);
}

std::vector<std::vector<ThreadId>> renamingsThatKeep(const Numbers& sizes) {
  std::vector<ThreadId> to(sizes.size());
  std::iota(to.begin(), to.end(), 0);
  std::vector<std::vector<ThreadId>> result;
  do {
    bool keeps = true;
    for (ThreadId t = 0; t < to.size(); ++t) {
      keeps = keeps && sizes[t] == sizes[to[t]];
    }
    if (keeps) {
      result.push_back(to);
    }
  } while (std::ranges::next_permutation(to).found);
  return result;
}

void addShapes(const Numbers& sizes, bool components, std::vector<ThreadShape>& into) {
  const auto threads = static_cast<std::uint32_t>(sizes.size());
  const auto renamings = renamingsThatKeep(sizes);
  assignments(threads, components ? threads : 1, [&](const Numbers& ofComponents) {
    assignments(threads, threads, [&](const Numbers& ofGroups) {
      const Placement placement{ofComponents, ofGroups};
      if (canonical(placement) != placement) {
        return;
      }
      ThreadShape shape{sizes, ofComponents, ofGroups, {}};
      for (const std::vector<ThreadId>& to : renamings) {
        const Placement image = renamed(placement, to);
        if (image < placement) {
          return;
        }
        if (image == placement && !std::ranges::is_sorted(to)) {
          shape.symmetries.push_back(to);
        }
      }
      into.push_back(std::move(shape));
    });
  });
}

}  // namespace

std::vector<ThreadShape> threadShapes(unsigned operations, unsigned threads, bool components) {
  std::vector<ThreadShape> shapes;
  Numbers so;
  partitions(operations, threads, operations, so,
             [&](const Numbers& sizes) { addShapes(sizes, components, shapes); });
  return shapes;
}

}  // namespace hrfcheck::inline suite
