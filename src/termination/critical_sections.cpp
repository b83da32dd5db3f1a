// Who is in which critical section is no part of a state: it would tell states apart that go on alike. Since
// whether an owner is in the section of a word depends on its own steps only, sections need not be followed
// together, either. For each state it is enough to know which sections may have an owner in them there, one
// bit each: two are in one section at a time just when somebody enters while another one's bit is set.

#include "termination/critical_sections.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "termination/interleaving.h"
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
        reached_(lts.states(), false),
        visits_(followed_.size() == 1 ? 2 * lts.states() : 0) {
    INVARIANT(followed_.size() <= kTogether, "each section has its bit");
    for (std::size_t i = 0; i < followed_.size(); ++i) {
      bits_[followed_[i]] = SectionMask{1} << i;
      ofWord_[followed_[i].word] |= SectionMask{1} << i;
    }
  }

  /// @throws OutOfTime when the deadline has expired
  void run(const Meets& meets) {
    std::vector<StateId> first{0};  // states that are met first
    std::vector<StateId> more;      // states with sections that they had not before
    reached_[0] = true;
    for (steps_ = 1; !first.empty() || !more.empty(); ++steps_) {
      const std::vector<StateId> firstNow = std::exchange(first, {});
      std::vector<std::pair<StateId, SectionMask>> moreNow;
      for (const StateId s : std::exchange(more, {})) {
        moreNow.emplace_back(s, std::exchange(coming_[s], 0));
      }
      for (const StateId s : firstNow) {
        if (!expand(s, std::nullopt, meets, first, more)) {
          return;
        }
      }
      for (const auto& [s, sections] : moreNow) {
        if (!expand(s, sections, meets, first, more)) {
          return;
        }
      }
    }
  }

  /// The edges up to where the search ended, if it followed a single section.
  std::vector<LtsEdge> schedule() const {
    std::vector<LtsEdge> edges{last_.edge};
    for (std::size_t at = last_.from; at != 0; at = visits_[at].from) {
      edges.push_back(visits_[at].edge);
    }
    std::ranges::reverse(edges);
    return edges;
  }

 private:
  struct Visit {
    std::size_t from = 0;  ///< twice the state, and one more with the owner inside
    LtsEdge edge = {};
  };

  /// The edges of a state: with owners in sections that it had not before, or where nobody is followed yet.
  bool expand(StateId s, const std::optional<SectionMask>& sections, const Meets& meets,
              std::vector<StateId>& first, std::vector<StateId>& more) {
    for (const LtsEdge& edge : lts_.edgesFrom(s)) {
      look_.spend(1);
      const std::size_t from = 2 * static_cast<std::size_t>(s) + (sections ? 1 : 0);
      last_ = {from, edge};
      const std::optional<SectionMask> inside = behind(s, edge, sections, meets);
      if (!inside) {
        return false;
      }
      const SectionMask fresh = *inside & ~inside_[edge.to];
      if (fresh != 0) {
        if (coming_[edge.to] == 0) {
          more.push_back(edge.to);
        }
        coming_[edge.to] |= fresh;
        inside_[edge.to] |= fresh;
        keep(2 * static_cast<std::size_t>(edge.to) + 1);
      }
      if (!sections && !reached_[edge.to]) {
        reached_[edge.to] = true;
        first.push_back(edge.to);
        keep(2 * static_cast<std::size_t>(edge.to));
      }
    }
    return true;
  }

  void keep(std::size_t at) {
    if (!visits_.empty()) {
      visits_[at] = last_;
    }
  }

  /// The sections with an owner inside behind an edge; nothing where the search ends.
  std::optional<SectionMask> behind(StateId s, const LtsEdge& edge,
                                    const std::optional<SectionMask>& sections, const Meets& meets) const {
    const Interleaving& interleaving = lts_.interleaving();
    SectionMask inside = sections.value_or(0);
    for (const SectionEvent& event : interleaving.sectionEvents(lts_.base(s), edge.agent, edge.choice)) {
      const auto own = bits_.find({interleaving.ownerOf(event.lane), event.word});
      const SectionMask ownBit = own != bits_.end() ? own->second : 0;
      if (!event.enters) {
        inside &= ~ownBit;
        continue;
      }
      const auto ofWord = ofWord_.find(event.word);
      const SectionMask others = ofWord != ofWord_.end() ? inside & ofWord->second & ~ownBit : 0;
      if (others != 0 && !meets({event.lane, event.instruction},
                                followed_[static_cast<std::size_t>(std::countr_zero(others))], steps_)) {
        return std::nullopt;
      }
      inside |= sections ? 0 : ownBit;
    }
    return inside & ~ended(edge.to, inside);
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
  std::map<Section, SectionMask> bits_;
  std::map<LocationId, SectionMask> ofWord_;
  PacedLook look_;
  std::size_t steps_ = 1;            ///< of the schedules that are looked at
  std::vector<SectionMask> inside_;  ///< by state: those that may have their owner in them there
  std::vector<SectionMask> coming_;  ///< of those, what the next round begins with
  std::vector<bool> reached_;
  std::vector<Visit> visits_;  ///< by state without and with the owner inside
  Visit last_;
};

/// All that somebody may be in.
std::vector<Section> sectionsOf(const Interleaving& interleaving) {
  std::set<Section> sections;
  for (ThreadId t = 0; t < interleaving.program().threads.size(); ++t) {
    for (const LocationId word : interleaving.locks().lockableBy(t)) {
      sections.insert({interleaving.ownerOf(t), word});
    }
  }
  return {sections.begin(), sections.end()};
}

/// Whether anybody may be in a section without being the one that the bit remembers. As long as nobody has
/// freed the bit of another owner or of another word, nor gone on without one, those in a section hold its
/// bit; and a bit has one holder, unless work-groups have bits of their own for the word.
bool mayDifferFromHolders(const Interleaving& interleaving) {
  constexpr std::array kParting{FindingKind::NonOwner, FindingKind::AliasRelease, FindingKind::LostLock};
  const bool parted = std::ranges::any_of(interleaving.notices(), [&](const Notice& notice) {
    return std::ranges::find(kParting, notice.kind) != kParting.end();
  });
  std::map<LocationId, std::set<std::uint32_t>> bits;
  for (ThreadId t = 0; t < interleaving.program().threads.size(); ++t) {
    for (const LocationId word : interleaving.locks().lockableBy(t)) {
      bits[word].insert(interleaving.locks().bitWord(t, word));
    }
  }
  return parted || std::ranges::any_of(bits, [](const auto& entry) { return entry.second.size() > 1; });
}

/// The section in which somebody is when a site is entered first, and how many steps that takes.
struct Meeting {
  Section section;
  std::size_t steps;
};

std::map<Site, Meeting> meetingsIn(const Lts& lts, const Deadline& deadline) {
  const std::vector<Section> sections = sectionsOf(lts.interleaving());
  std::map<Site, Meeting> meetings;
  for (std::size_t begin = 0; begin < sections.size(); begin += kTogether) {
    const auto end = std::min(begin + kTogether, sections.size());
    SectionSearch search(lts, {sections.begin() + static_cast<std::ptrdiff_t>(begin),
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
  for (const LtsEdge& edge : schedule) {
    for (const SectionEvent& event : interleaving.sectionEvents(lts.base(at), edge.agent, edge.choice)) {
      const bool own = interleaving.ownerOf(event.lane) == section.owner && event.word == section.word;
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
  Finding finding{FindingKind::MutualExclusion, site.first, site.second,
                  LockHolder{enteredBy(lts, schedule, section), section.word}, {}};
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
  if (mayDifferFromHolders(lts.interleaving())) {
    for (const auto& [site, meeting] : meetingsIn(lts, deadline)) {
      findings.push_back(findingAt(lts, site, meeting.section, deadline));
    }
  }
  return findings;
}

}  // namespace hrfcheck::inline termination
