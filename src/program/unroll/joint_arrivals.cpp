#include "program/unroll/joint_arrivals.h"

#include <map>
#include <set>
#include <tuple>

#include "program/ir/control_flow.h"

namespace hrfcheck::inline program {
namespace {

/// By level, id and instance of a barrier.
using Arrivals = std::map<std::tuple<std::uint32_t, Value, Value>, std::size_t>;

/// Whether control can come to an instruction from each of those before it: no path stays away from it.
bool allLeadTo(const Thread& code, std::uint32_t end, const std::map<std::uint32_t, Arrivals>& before) {
  std::set<std::uint32_t> leading{end};
  for (std::size_t known = 0; known != leading.size();) {
    known = leading.size();
    for (const auto& [at, arrivals] : before) {
      if (at != end) {
        const Exits exits = exitsOf(code, at);
        if (leading.contains(exits.next) || leading.contains(exits.taken)) {
          leading.insert(at);
        }
      }
    }
  }
  return leading.size() == before.size();
}

/// How often a thread has passed each barrier when it comes to the loop; nothing where that differs, or it
/// may end before.
std::optional<Arrivals> arrivalsBefore(const JointView& view, std::size_t t) {
  const Thread& code = view.thread(t);
  std::map<std::uint32_t, Arrivals> seen{{0, {}}};
  std::vector<std::uint32_t> work{0};
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    if (at == code.instructions.size() || std::holds_alternative<ExitOp>(code.instructions[at].operation)) {
      return std::nullopt;
    }
    if (at == view.loop(t).head) {
      continue;
    }
    Arrivals behind = seen.at(at);
    if (const auto* barrier = std::get_if<BarrierOp>(&code.instructions[at].operation)) {
      if (barrier->isNamedByRegister() || code.instructions[at].predicate) {
        return std::nullopt;
      }
      ++behind[{barrier->level, barrier->id.value, barrier->instance.value}];
    }
    const Exits exits = exitsOf(code, at);
    for (const std::uint32_t next : {exits.next, exits.taken}) {
      const auto [entry, fresh] = seen.emplace(next, behind);
      if (fresh) {
        work.push_back(next);
      } else if (entry->second != behind) {
        return std::nullopt;
      }
    }
  }
  const auto found = seen.find(view.loop(t).head);
  const bool comes = found != seen.end() && allLeadTo(code, view.loop(t).head, seen);
  return comes ? std::optional(found->second) : std::nullopt;
}

}  // namespace

bool arriveAlike(const JointView& view) {
  const std::optional<Arrivals> first = arrivalsBefore(view, 0);
  for (std::size_t t = 1; first && t < view.count(); ++t) {
    if (arrivalsBefore(view, t) != first) {
      return false;
    }
  }
  return first.has_value();
}

}  // namespace hrfcheck::inline program
