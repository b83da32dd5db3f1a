// Who is in which critical section is no part of a state: it would tell states apart that go on alike. Since
// whether an owner is in the section of a word depends on its own steps only, sections need not be followed
// together, either. For each state it is enough to know which sections may have an owner in them there, one
// bit each: two are in one section at a time just when somebody enters while another one's bit is set.

#include "termination/hangs/critical_sections.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "termination/hangs/component_walk.h"
#include "termination/system/interleaving.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

/// An owner (Interleaving::ownerOf) in the critical section of a word.
struct Section {
  ThreadId owner;
  LocationId word;

  friend auto operator<=>(const Section&, const Section&) = default;
};

/// Sections that are followed together, as bits.
using SectionMask = std::uint64_t;
constexpr std::size_t kTogether = 64;

/// An instruction of a thread.
using Site = std::pair<ThreadId, std::uint32_t>;

/// Breadth first over the states of an LTS and, behind each, the sections that may have their owner in them.
class SectionSearch {
 public:
  /// Somebody enters at a site while the owner of a section is in it; whether the search goes on.
  using Meets = std::function<bool(const Site& site, const Section& section, std::size_t steps)>;

  /// @param lts must outlive this
  /// @param followed up to kTogether; of a single one, schedules are kept
  SectionSearch(const Lts& lts, std::vector<Section> followed, const Deadline& deadline)
      : lts_(lts),
        followed_(std::move(followed)),
        look_(deadline),
        inside_(lts.states(), 0),
        coming_(lts.states(), 0),
        visits_(followed_.size() == 1 ? lts.states() : 0),
        ofWord_(lts.program().locations.size(), 0),
        words_(lts.program().locations.size(), false) {
    INVARIANT(followed_.size() <= kTogether, "each section has its bit");
    for (std::size_t i = 0; i < followed_.size(); ++i) {
      ofWord_[followed_[i].word] |= SectionMask{1} << i;
      words_[followed_[i].word] = true;
    }
  }

  /// States are numbered breadth first, so that those at one distance follow each other.
  /// @throws OutOfTime when the deadline has expired
  void run(const Meets& meets) {
    StateId begin = 0;  // of the states that so many steps lead to
    StateId end = 1;
    for (steps_ = 1; begin < end || !more_.empty(); ++steps_) {
      std::vector<std::pair<StateId, SectionMask>> now;
      for (const StateId s : std::exchange(more_, {})) {
        now.emplace_back(s, std::exchange(coming_[s], 0));
      }
      for (StateId s = begin; s < end; ++s) {
        if (!expand(s, std::nullopt, meets)) {
          return;
        }
      }
      for (const auto& [s, sections] : now) {
        if (!expand(s, sections, meets)) {
          return;
        }
      }
      begin = std::exchange(end, endBehind(end));
    }
  }

  /// The edges up to where the search ended, if it followed a single section.
  std::vector<LtsEdge> schedule() const {
    std::vector<LtsEdge> inside{last_.edge};
    Visit at = last_;
    while (at.inside) {
      at = visits_[at.from];
      inside.push_back(at.edge);
    }
    std::vector<LtsEdge> edges = scheduleTo(lts_, at.from);
    edges.insert(edges.end(), inside.rbegin(), inside.rend());
    return edges;
  }

 private:
  struct Visit {
    StateId from = 0;
    bool inside = false;  ///< the owner already is, in the state that the edge leaves
    LtsEdge edge = {};
  };

  /// Behind the last state to which an edge leads from one before `end`.
  StateId endBehind(StateId end) const {
    StateId result = end;
    while (result < lts_.states() && lts_.parent(result) < end) {
      ++result;
    }
    return result;
  }

  /// The edges of a state: with owners in sections that it had not before, or where nobody is followed yet;
  /// whether the search goes on.
  bool expand(StateId s, const std::optional<SectionMask>& sections, const Meets& meets) {
    if (!lts_.expanded(s)) {
      return true;
    }
    const auto targets = lts_.adjacency().from(s);
    const auto actors = lts_.actors(s);
    LtsEdge edge;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      look_.spend(1);
      edge = {actors[i], i > 0 && actors[i - 1] == actors[i] ? edge.choice + 1 : 0, targets[i]};
      last_ = {s, sections.has_value(), edge};
      const std::optional<SectionMask> inside = behind(s, edge, sections, meets);
      if (!inside) {
        return false;
      }
      if (const SectionMask fresh = *inside == 0 ? 0 : *inside & ~inside_[edge.to]; fresh != 0) {
        reach(edge.to, fresh);
      }
    }
    return true;
  }

  void reach(StateId s, SectionMask fresh) {
    if (coming_[s] == 0) {
      more_.push_back(s);
    }
    coming_[s] |= fresh;
    inside_[s] |= fresh;
    if (!visits_.empty()) {
      visits_[s] = last_;
    }
  }

  /// The sections with an owner inside behind an edge; nothing where the search ends.
  std::optional<SectionMask> behind(StateId s, const LtsEdge& edge,
                                    const std::optional<SectionMask>& sections, const Meets& meets) {
    SectionMask inside = sections.value_or(0);
    lts_.interleaving().sectionEvents(lts_.base(s), edge.agent, edge.choice, words_, events_);
    for (const SectionEvent& event : events_) {
      const SectionMask ofWord = ofWord_[event.word];
      const SectionMask ownBit = ofWord & ofOwner(lts_.interleaving().ownerOf(event.lane));
      if (!event.enters) {
        inside &= ~ownBit;
        continue;
      }
      const SectionMask others = inside & ofWord & ~ownBit;
      if (others != 0 && !meets({event.lane, event.instruction},
                                followed_[static_cast<std::size_t>(std::countr_zero(others))], steps_)) {
        return std::nullopt;
      }
      inside |= sections ? 0 : ownBit;
    }
    return inside & ~ended(edge.to, inside);
  }

  SectionMask ofOwner(ThreadId owner) const {
    SectionMask result = 0;
    for (std::size_t i = 0; i < followed_.size(); ++i) {
      result |= followed_[i].owner == owner ? SectionMask{1} << i : 0;
    }
    return result;
  }

  /// Those of some sections whose owners have ended.
  SectionMask ended(StateId s, SectionMask sections) const {
    SectionMask result = 0;
    for (SectionMask left = sections; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      result |= lives(s, followed_[i].owner) ? 0 : SectionMask{1} << i;
    }
    return result;
  }

  bool lives(StateId s, ThreadId owner) const {
    const Interleaving& interleaving = lts_.interleaving();
    const Agents& agents = interleaving.agents();
    for (ThreadId t = 0; t < lts_.program().threads.size(); ++t) {
      if (interleaving.ownerOf(t) == owner &&
          (interleaving.liveLanes(lts_.base(s), agents.agentOf(t)) >> agents.laneOf(t) & 1U) != 0) {
        return true;
      }
    }
    return false;
  }

  const Lts& lts_;
  std::vector<Section> followed_;
  PacedLook look_;
  std::size_t steps_ = 1;            ///< of the schedules that are looked at
  std::vector<SectionMask> inside_;  ///< by state: those that may have their owner in them there
  std::vector<SectionMask> coming_;  ///< of those, what the next round begins with
  std::vector<StateId> more_;        ///< the states that it begins with
  std::vector<Visit> visits_;        ///< by state with the owner inside
  Visit last_;
  std::vector<SectionMask> ofWord_;  ///< by location
  std::vector<bool> words_;          ///< the locations whose sections are followed
  std::vector<SectionEvent> events_;
};

/// Those of words that two may be in. As long as nobody has freed the bit of another owner or of another
/// word, nor gone on without one, those in a section hold its bit; and a bit has one holder, unless
/// work-groups have bits of their own for the word.
std::vector<Section> doubtfulSections(const Interleaving& interleaving) {
  const LockUnit& locks = interleaving.locks();
  std::map<LocationId, std::set<std::uint32_t>> bits;
  std::map<LocationId, std::set<Section>> sections;
  for (ThreadId t = 0; t < interleaving.program().threads.size(); ++t) {
    for (const LocationId word : locks.lockableBy(t)) {
      bits[word].insert(locks.bitWord(t, word));
      sections[word].insert({interleaving.ownerOf(t), word});
    }
  }
  std::vector<Section> result;
  for (const auto& [word, ofWord] : sections) {
    const bool missed =
        std::ranges::any_of(bits[word], [&](std::uint32_t bit) { return interleaving.mayBeMissed(bit); });
    if (missed || bits[word].size() > 1) {
      result.insert(result.end(), ofWord.begin(), ofWord.end());
    }
  }
  return result;
}

/// The section in which somebody is when a site is entered first, and how many steps that takes.
struct Meeting {
  Section section;
  std::size_t steps;
};

std::map<Site, Meeting> meetingsIn(const Lts& lts, const Deadline& deadline) {
  const std::vector<Section> sections = doubtfulSections(lts.interleaving());
  std::map<Site, Meeting> meetings;
  for (std::size_t begin = 0; begin < sections.size(); begin += kTogether) {
    const auto end = std::min(begin + kTogether, sections.size());
    SectionSearch search(lts,
                         {sections.begin() + static_cast<std::ptrdiff_t>(begin),
                          sections.begin() + static_cast<std::ptrdiff_t>(end)},
                         deadline);
    search.run([&](const Site& site, const Section& section, std::size_t steps) {
      const auto [known, isNew] = meetings.try_emplace(site, Meeting{section, steps});
      if (!isNew && steps < known->second.steps) {
        known->second = {section, steps};
      }
      return true;
    });
  }
  return meetings;
}

/// The lane by which an owner has entered a section last.
ThreadId enteredBy(const Lts& lts, const std::vector<LtsEdge>& schedule, const Section& section) {
  const Interleaving& interleaving = lts.interleaving();
  ThreadId lane = section.owner;
  StateId at = 0;
  std::vector<SectionEvent> events;
  std::vector<bool> words(lts.program().locations.size(), false);
  words[section.word] = true;
  for (const LtsEdge& edge : schedule) {
    interleaving.sectionEvents(lts.base(at), edge.agent, edge.choice, words, events);
    for (const SectionEvent& event : events) {
      const bool own = interleaving.ownerOf(event.lane) == section.owner;
      lane = own && event.enters ? event.lane : lane;
    }
    at = edge.to;
  }
  return lane;
}

Finding findingAt(const Lts& lts, const Site& site, const Section& section, const Deadline& deadline) {
  SectionSearch search(lts, {section}, deadline);
  search.run([&](const Site& met, const Section&, std::size_t) { return met != site; });
  const std::vector<LtsEdge> schedule = search.schedule();
  Finding finding{FindingKind::MutualExclusion,
                  site.first,
                  site.second,
                  LockHolder{enteredBy(lts, schedule, section), section.word},
                  {}};
  StateId at = 0;
  for (const LtsEdge& edge : schedule) {
    finding.trace.push_back(lts.step(at, edge));
    at = edge.to;
  }
  return finding;
}

}  // namespace

std::vector<Finding> exclusionFindings(const Lts& lts, const Deadline& deadline) {
  std::vector<Finding> findings;
  for (const auto& [site, meeting] : meetingsIn(lts, deadline)) {
    findings.push_back(findingAt(lts, site, meeting.section, deadline));
  }
  return findings;
}

}  // namespace hrfcheck::inline termination
