// The sets of events that models name. What a tag means is one line of the tables below; the names of scope
// levels come from the dialect.

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "program/skeleton.h"

namespace hrfcheck {
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
    KindTag{"F", [](const Event& e) { return e.kind == EventKind::Fence; }},
    KindTag{"B", [](const Event& e) { return e.kind == EventKind::Arrive || e.kind == EventKind::Depart; }},
    KindTag{"ARRIVE", [](const Event& e) { return e.kind == EventKind::Arrive; }},
    KindTag{"DEPART", [](const Event& e) { return e.kind == EventKind::Depart; }},
    KindTag{"A", [](const Event& e) { return e.atomic; }},
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
  for (const KindTag& tag : kKindTags) {
    add(tag.name, [&](EventId e) { return tag.holds(events_[e]); });
  }
  for (const OrderTag& tag : kOrderTags) {
    add(tag.name, [&](EventId e) { return events_[e].order == tag.order; });
  }
  const std::vector<std::string>& levels = program_->scopes.levels();
  for (std::uint32_t l = 0; l < levels.size(); ++l) {
    add(upperCase(levels[l]), [&](EventId e) {
      return events_[e].scope != kNoScope && program_->scopes.instances()[events_[e].scope].level == l;
    });
  }
  const auto allIn = [&](EventId e, AddressSpace space) {
    const std::vector<LocationId>& locations = mayLocations_[e];
    return !locations.empty() && std::all_of(locations.begin(), locations.end(), [&](LocationId l) {
      return program_->locations[l].space == space;
    });
  };
  add("GLOBAL", [&](EventId e) { return allIn(e, AddressSpace::Global); });
  add("LOCAL", [&](EventId e) { return allIn(e, AddressSpace::Local); });
}

}  // namespace hrfcheck
