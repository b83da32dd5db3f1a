// The sets of events that models name. What a tag means is one line of the tables below; the names of scope
// levels come from the dialect.

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "program/skeleton/skeleton.h"

namespace hrfcheck::inline program {
namespace {

struct KindTag {
  std::string_view name;
  bool (*holds)(const Event&);
};

constexpr std::array kKindTags{
    KindTag{"R", [](const Event& e) { return e.kind == EventKind::Read; }},
    KindTag{"W",
            [](const Event& e) { return e.kind == EventKind::Write || e.kind == EventKind::InitialWrite; }},
    KindTag{"M",
            [](const Event& e) {
              return e.kind == EventKind::Read || e.kind == EventKind::Write ||
                     e.kind == EventKind::InitialWrite;
            }},
    KindTag{"IW", [](const Event& e) { return e.kind == EventKind::InitialWrite; }},
    KindTag{"B", [](const Event& e) { return isBarrierHalf(e.kind); }},
    KindTag{"ARRIVE", [](const Event& e) { return e.kind == EventKind::Arrive; }},
    KindTag{"DEPART", [](const Event& e) { return e.kind == EventKind::Depart; }},
    KindTag{"EF", [](const Event& e) { return e.kind == EventKind::Arrive; }},
    KindTag{"XF", [](const Event& e) { return e.kind == EventKind::Depart; }},
    KindTag{"CBAR", [](const Event& e) { return isBarrierHalf(e.kind); }},
    KindTag{"A", [](const Event& e) { return e.atomic; }},
    KindTag{"ATOM", [](const Event& e) { return e.atomic; }},
    KindTag{"RM", [](const Event& e) { return e.remote; }},
};

struct OrderTag {
  std::string_view name;
  Order order;
};

/// AcquireRelease is AR in HSA and ACQ_REL in OpenCL; models of either speak of tests of both.
constexpr std::array kOrderTags{
    OrderTag{"RLX", Order::Relaxed},       OrderTag{"CON", Order::Consume},
    OrderTag{"ACQ", Order::Acquire},       OrderTag{"REL", Order::Release},
    OrderTag{"AR", Order::AcquireRelease}, OrderTag{"ACQ_REL", Order::AcquireRelease},
    OrderTag{"SC", Order::SeqCst},
};

/// Words of a dialect on an instruction (Instruction::marks) that put all of its events into a set. A word
/// that means something for one half of a read-modify-write only does not belong here.
struct MarkTag {
  std::string_view mark;
  std::string_view name;
};
constexpr std::array kMarkTags{
    MarkTag{"semav", "SEMAV"},       MarkTag{"semvis", "SEMVIS"},       MarkTag{"sc0", "SC0"},
    MarkTag{"sc1", "SC1"},           MarkTag{"sc2", "SC2"},             MarkTag{"sc3", "SC3"},
    MarkTag{"semsc0", "SEMSC0"},     MarkTag{"semsc1", "SEMSC1"},       MarkTag{"semsc2", "SEMSC2"},
    MarkTag{"semsc3", "SEMSC3"},     MarkTag{"avdevice", "AVDEVICE"},   MarkTag{"visdevice", "VISDEVICE"},
};

bool hasMark(const Instruction& instruction, std::string_view mark) {
  return std::ranges::find(instruction.marks, mark) != instruction.marks.end();
}

/// `av.wg`, `vis.dv`: an availability or visibility operation on an ordinary access, and its scope.
bool hasDomain(const Instruction& instruction, std::string_view kind) {
  return std::ranges::any_of(instruction.marks, [&](const std::string& mark) {
    return mark.starts_with(kind) && mark.substr(kind.size()).starts_with(".");
  });
}

/// OpenCL's levels have one more name in Dartagnan's models.
struct LevelTag {
  std::string_view level;
  std::string_view name;
};
constexpr std::array kLevelTags{LevelTag{"dev", "DV"}};

/// The address spaces that the fence or the barrier of an instruction orders; none for others.
FenceSpaces spacesOf(const Operation& operation) {
  if (const auto* fence = std::get_if<FenceOp>(&operation)) {
    return fence->spaces;
  }
  if (const auto* barrier = std::get_if<BarrierOp>(&operation)) {
    return barrier->spaces;
  }
  return {false, false};
}

/// OpenCL's barriers are two fences each.
bool isFence(const Event& event, const Operation& operation) {
  const auto* barrier = std::get_if<BarrierOp>(&operation);
  return event.kind == EventKind::Fence || (barrier != nullptr && barrier->fences);
}

std::string upperCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

}  // namespace

void Skeleton::makeTags() {
  const auto add = [&](std::string_view name, auto&& holds) {
    EventSet set(size());
    for (EventId e = 0; e < size(); ++e) {
      if (holds(e)) {
        set.insert(e);
      }
    }
    tags_.emplace(std::string(name), std::move(set));
  };
  const auto instruction = [&](EventId e) -> const Instruction& {
    return program_->threads[events_[e].thread].instructions[events_[e].instruction];
  };
  const auto operation = [&](EventId e) -> const Operation& { return instruction(e).operation; };
  const auto hasThread = [&](EventId e) { return events_[e].thread != kNoThread; };
  for (const KindTag& tag : kKindTags) {
    add(tag.name, [&](EventId e) { return tag.holds(events_[e]); });
  }
  for (const OrderTag& tag : kOrderTags) {
    const bool half = program_->conventions.atomicsAreVisible &&
                      (tag.order == Order::Acquire || tag.order == Order::Release);
    add(tag.name, [&](EventId e) {
      return !events_[e].failureOrder &&
             (events_[e].order == tag.order || (half && events_[e].order == Order::AcquireRelease));
    });
    addConditional(tag.name, tag.order);
  }
  const std::vector<std::string>& levels = program_->scopes.levels();
  for (std::uint32_t l = 0; l < levels.size(); ++l) {
    const auto atLevel = [&](EventId e) {
      const bool named =
          events_[e].scope != kNoScope && program_->scopes.instances()[events_[e].scope].level == l;
      return named || (hasThread(e) && (hasMark(instruction(e), "av." + levels[l]) ||
                                        hasMark(instruction(e), "vis." + levels[l])));
    };
    add(upperCase(levels[l]), atLevel);
    for (const LevelTag& tag : kLevelTags) {
      if (tag.level == levels[l]) {
        add(tag.name, atLevel);
      }
    }
  }
  add("F", [&](EventId e) { return hasThread(e) && isFence(events_[e], operation(e)); });
  for (const MarkTag& tag : kMarkTags) {
    add(tag.name, [&](EventId e) { return hasThread(e) && hasMark(instruction(e), tag.mark); });
  }
  const bool visible = program_->conventions.atomicsAreVisible;
  const auto visibleAtomic = [&](EventId e) { return visible && events_[e].atomic; };
  add("AV", [&](EventId e) {
    return events_[e].kind == EventKind::Write && (visibleAtomic(e) || hasDomain(instruction(e), "av"));
  });
  add("VIS", [&](EventId e) {
    return events_[e].kind == EventKind::Read && (visibleAtomic(e) || hasDomain(instruction(e), "vis"));
  });
  add("NONPRIV", [&](EventId e) {
    return hasThread(e) && (visibleAtomic(e) || hasMark(instruction(e), "nonpriv") ||
                            hasDomain(instruction(e), "av") || hasDomain(instruction(e), "vis"));
  });
  const auto every = [&](EventId e, auto&& holds) {
    const std::vector<LocationId>& locations = mayLocations_[e];
    return !locations.empty() && std::all_of(locations.begin(), locations.end(),
                                             [&](LocationId l) { return holds(program_->locations[l]); });
  };
  const auto in = [&](EventId e, AddressSpace space) {
    return every(e, [&](const MemoryLocation& l) { return l.space == space; });
  };
  add("GLOBAL", [&](EventId e) {
    return in(e, AddressSpace::Global) || (hasThread(e) && spacesOf(operation(e)).global);
  });
  add("LOCAL", [&](EventId e) {
    return in(e, AddressSpace::Local) || (hasThread(e) && spacesOf(operation(e)).local);
  });
  add("GENERIC", [&](EventId e) { return in(e, AddressSpace::Generic); });
  add("NAL", [&](EventId e) { return every(e, [](const MemoryLocation& l) { return !l.atomicType; }); });
}

void Skeleton::addConditional(std::string_view tag, Order order) {
  for (EventId e = 0; e < size(); ++e) {
    const Event& event = events_[e];
    if (event.failureOrder && (event.order == order || event.failureOrder == order)) {
      conditionalTags_[std::string(tag)].push_back({e, event.partner, event.order == order});
    }
  }
}

}  // namespace hrfcheck::inline program
