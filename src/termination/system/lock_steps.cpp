// What steps of the lock unit do to its bits, what is noticed of them, and what they make of critical
// sections.

#include <algorithm>
#include <map>

#include "program/ir/scope_levels.h"
#include "termination/system/interleaving.h"

namespace hrfcheck::inline termination {

/// What the lock unit does beside the load or the store.
Seen Interleaving::useLock(std::vector<std::uint32_t>& words, AgentId a, const Action& action, Value old) {
  const std::uint32_t bitWord = locks_.bitWord(agents_->actor(a, action), action.location);
  std::uint32_t& bit = words[lockWord(bitWord)];
  if (action.kind == Action::Kind::UnlockStore) {
    noticeRelease(words, a, action, old);
    bit = 0;
    return {};
  }
  const auto& load = std::get<LockLoadOp>(instructionOf(a, action).operation);
  const bool free = bit == 0;
  if (!free && !isWanted(a, action, load.locked)) {
    notice(FindingKind::LostLock, a, action, locks_.holder(bit));
    missedBits_.insert(bitWord);
  }
  if (free) {
    bit = locks_.coded({agents_->actor(a, action), action.location});
    const auto data = locks_.dataWord(action.location);
    if (data && isWanted(a, action, load.target)) {
      words[lockWord(*data)] = 0;
    }
  }
  return {old, free};
}

/// Whether anything behind an action may look at a register that it sets.
bool Interleaving::isWanted(AgentId a, const Action& action, const std::optional<RegisterId>& reg) const {
  return reg && places_[a]->liveBefore(action.lane(), action.instruction + 1, *reg);
}

void Interleaving::noticeRelease(std::span<const std::uint32_t> words, AgentId a, const Action& action,
                                 Value old) {
  const ThreadId thread = agents_->actor(a, action);
  const std::uint32_t bit = locks_.bitWord(thread, action.location);
  const auto holder = locks_.holder(words[lockWord(bit)]);
  if (!holder) {
    notice(FindingKind::FreeRelease, a, action);
  } else {
    if (ownerOf(holder->lane) != ownerOf(thread)) {
      notice(FindingKind::NonOwner, a, action, holder);
      missedBits_.insert(bit);
    }
    if (holder->word != action.location) {
      notice(FindingKind::AliasRelease, a, action, holder);
      missedBits_.insert(bit);
    }
  }
  const auto data = locks_.dataWord(action.location);
  if (data && words[lockWord(*data)] != 0 && action.operand != old) {
    notice(FindingKind::Clobber, a, action, holder);
  }
}

std::optional<LockHolder> Interleaving::holderFor(StateId s, AgentId a, const Action& action) const {
  const ThreadId thread = agents_->actor(a, action);
  return locks_.holder(words(s)[lockWord(locks_.bitWord(thread, action.location))]);
}

ThreadId Interleaving::ownerOf(ThreadId lane) const {
  if (!rules_.wavefrontOwns) {
    return lane;
  }
  const std::uint32_t level = std::min(kWaveLevel, outermostLevel(program_->scopes));
  return std::ranges::min(program_->scopes.instances()[program_->scopes.instanceOf(lane, level)].agents);
}

void Interleaving::sectionEvents(StateId s, AgentId a, std::uint32_t choice, const std::vector<bool>& ofWords,
                                 std::vector<SectionEvent>& events) const {
  events.clear();
  const std::vector<Action>& offered = place(words(s), a).actions;
  const bool together = rules_.collective;
  if (!offered.front().isOfLockUnit() || (!together && !ofWords[offered[choice].location])) {
    return;
  }
  std::map<std::uint32_t, bool> changed;  // by lanes that act together, before the one that is looked at
  const auto add = [&](const Action& action, bool held) {
    const auto* load = std::get_if<LockLoadOp>(&instructionOf(a, action).operation);
    const bool enters = load != nullptr && (!held || !isWanted(a, action, load->locked));
    if (ofWords[action.location] && (load == nullptr || enters)) {
      events.push_back({agents_->actor(a, action), action.instruction, action.location, enters});
    }
  };
  const auto bitOf = [&](const Action& action) {
    return locks_.bitWord(agents_->actor(a, action), action.location);
  };
  if (!together) {
    add(offered[choice], words(s)[lockWord(bitOf(offered[choice]))] != 0);
    return;
  }
  for (const Action& action : actionsOf(s, a, choice)) {
    const std::uint32_t bit = bitOf(action);
    const auto known = changed.find(bit);
    add(action, known != changed.end() ? known->second : words(s)[lockWord(bit)] != 0);
    changed[bit] = action.kind == Action::Kind::LockLoad;
  }
}

}  // namespace hrfcheck::inline termination
