#include "frontend/convert/scope_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {
namespace {

/// Gives the instances of one level their ids in the other dialect, each within its enclosing instance.
class IdsWithin {
 public:
  using Enclosing = std::vector<std::uint32_t>;

  /// The id of an instance that was called `wanted`; that one, if it is free.
  std::uint32_t of(const Enclosing& enclosing, std::uint32_t instance, std::uint32_t wanted) {
    const auto [known, fresh] = ids_.try_emplace({enclosing, instance}, wanted);
    if (fresh) {
      std::set<std::uint32_t>& taken = taken_[enclosing];
      std::uint32_t id = wanted;
      for (std::uint32_t next = 0; taken.contains(id); ++next) {
        id = next;
      }
      taken.insert(id);
      known->second = id;
    }
    return known->second;
  }

 private:
  std::map<std::pair<Enclosing, std::uint32_t>, std::uint32_t> ids_;
  std::map<Enclosing, std::set<std::uint32_t>> taken_;
};

}  // namespace

ScopeMap::ScopeMap(const Program& program, const Dialect& from, const Dialect& to)
    : program_(program), from_(from), to_(to), fromRoles_(rolesOf(from.name)), toRoles_(rolesOf(to.name)) {
  if (!levelOf(Role::System)) {
    refuseDevices();
  }
}

std::optional<std::uint32_t> ScopeMap::levelOf(Role role) const {
  const auto found = std::ranges::find(toRoles_, role);
  return found == toRoles_.end() ? std::nullopt
                                 : std::optional(static_cast<std::uint32_t>(found - toRoles_.begin()));
}

/// With one device, the device is everything.
std::optional<std::uint32_t> ScopeMap::level(std::uint32_t from) const {
  const Role role = fromRoles_[from];
  const auto same = levelOf(role);
  return same || role != Role::System ? same : levelOf(Role::Device);
}

void ScopeMap::refuseDevices() const {
  const auto device =
      static_cast<std::uint32_t>(std::ranges::find(fromRoles_, Role::Device) - fromRoles_.begin());
  for (ThreadId t = 0; t < program_.threads.size(); ++t) {
    if (program_.scopes.instanceOf(t, device) == program_.scopes.instanceOf(0, device)) {
      continue;
    }
    const std::vector<Instruction>& code = program_.threads[t].instructions;
    throw UserError(
        code.empty() ? Place{} : code.front().place,
        fmt::format("P{} and P0 are on different devices, and the {} dialect has one device", t, to_.name));
  }
}

/// The level of the test's dialect that has the role of a level of the other one.
std::optional<std::uint32_t> ScopeMap::sourceLevel(std::uint32_t level) const {
  const auto found = std::ranges::find(fromRoles_, toRoles_[level]);
  return found == fromRoles_.end() ? std::nullopt
                                   : std::optional(static_cast<std::uint32_t>(found - fromRoles_.begin()));
}

ScopeTree ScopeMap::tree() const {
  const auto levels = static_cast<std::uint32_t>(toRoles_.size());
  // A level that holds one instance of the level inside it is made of these, and has their ids.
  const std::uint32_t follows = to_.oneInside != 0 && !sourceLevel(to_.oneInside) ? to_.oneInside : levels;
  std::vector<std::vector<std::uint32_t>> ids(program_.threads.size(), std::vector<std::uint32_t>(levels, 0));
  for (std::uint32_t level = levels - 1; level-- > kThreadLevel + 1;) {
    IdsWithin within;
    const auto source = sourceLevel(level == follows ? level - 1 : level);
    for (ThreadId t = 0; t < ids.size(); ++t) {
      const IdsWithin::Enclosing enclosing(ids[t].begin() + level + 1, ids[t].end());
      if (level + 1 == follows) {
        ids[t][level] = ids[t][follows];
      } else if (source) {
        const ScopeInstanceId instance = program_.scopes.instanceOf(t, *source);
        ids[t][level] = within.of(enclosing, instance, program_.scopes.instances()[instance].id);
      } else if (level < to_.sharedFrom) {
        ids[t][level] = within.of(enclosing, t, 0);  // each thread has one of its own
      }
    }
  }
  return {std::vector<std::string>(to_.levels.begin(), to_.levels.end()), ids};
}

std::string ScopeMap::table() const {
  std::string text;
  for (std::uint32_t from = 0; from < fromRoles_.size(); ++from) {
    const auto to = level(from);
    text += fmt::format("{}{}{}", text.empty() ? "scopes: " : ", ", from_.levels[from],
                        to ? fmt::format(" as {}", to_.levels[*to]) : " without a counterpart");
  }
  return text;
}

}  // namespace hrfcheck::frontend
