// Every iteration that is left out is left out because of a property of the model (cat/licence/rules.h). Two
// of them decide, whichever the model has, the first one if both:
//
// * deletion: of each spin loop the last iteration is enough, and one earlier one where iterations may race;
// * twins: as many earlier iterations as there are writes to read from.
//
// Without either, loops that spin are bounded like others. Loops whose iterations store what they have read
// are such loops only where the model lets nothing come between the two halves of an update.

#include "check/prepare/enough_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cat/licence/licences.h"
#include "cat/licence/rules.h"
#include "execution/bounds/steps_forward.h"
#include "execution/elimination/iteration_elimination.h"
#include "execution/elimination/silent_rmw_loops.h"
#include "execution/elimination/transparent_rmw_chains.h"
#include "program/unroll/round_shape.h"

namespace hrfcheck::inline check {
namespace {

/// A seq_cst exchange lock of four threads has six, and takes `c11` and `opencl` six seconds.
constexpr unsigned kMostUpdates = 6;

bool mayReachBound(const EventStructure& structure) {
  return std::ranges::any_of(structure.threads(), &UnrolledThread::mayReachBound);
}

/// Earlier iterations of a loop that updates.
unsigned mostUpdates(const EventStructure& structure) {
  unsigned most = 0;
  for (const UnrolledThread& thread : structure.threads()) {
    for (const Loop& loop : thread.loops) {
      most = loop.updates ? std::max(most, loop.earlierRounds) : most;
    }
  }
  return most;
}

template <typename Visit>
void forEachSpinLoop(const EventStructure& structure, const Visit& visit) {
  for (ThreadId t = 0; t < structure.threads().size(); ++t) {
    for (const Loop& loop : structure.threads()[t].loops) {
      if (loop.spin) {
        visit(InstructionRef{t, loop.head}, loop);
      }
    }
  }
}

class RoundsSearch {
 public:
  RoundsSearch(const Model& model, const StructureWith& made, const Deadline& deadline)
      : model_(model), made_(made), deadline_(deadline), licences_(model) {}

  EnoughRounds run() const {
    EnoughRounds without = enoughOf(StoringLoops::Bounded);
    if (!mayReachBound(*without.structure)) {
      return without;
    }
    std::optional<EnoughRounds> unread = enoughWhere(StoringLoops::SpinUnread);
    if (unread && !mayReachBound(*unread->structure)) {
      return std::move(*unread);
    }
    std::optional<EnoughRounds> read = enoughWhere(StoringLoops::SpinRead);
    return read ? std::move(*read) : unread ? std::move(*unread) : std::move(without);
  }

 private:
  /// With such loops among the spin loops, where there are some, and nothing is missing for it.
  std::optional<EnoughRounds> enoughWhere(StoringLoops storing) const {
    const auto few = made_({RoundBounds::Few, storing});
    if (!few->spinsWithStores() || !bearsOutStoringLoops(model_, *few, deadline_)) {
      return std::nullopt;
    }
    return few->hasSilentRmws() ? enoughWithUpdates(*few, storing) : std::optional(enoughOf(storing));
  }

  EnoughRounds enoughOf(StoringLoops storing) const {
    RoundBounds rounds = RoundBounds::Few;
    auto structure = made_({rounds, storing});
    if (!structure->hasSpinLoops()) {
      return {structure, {}, {}};
    }
    if (!licences_.holds(Licence::Deletion)) {
      rounds = RoundBounds::All;
      structure = made_({rounds, storing});
      if (const std::string missing = whyNotCounted(*structure); !missing.empty()) {
        return bounded(*structure, missing);
      }
      if (!roundsMayBeLeftOut(model_, *structure, deadline_)) {
        return because(counted(structure, storing), LeavingOutRule::RoundPerWrite);
      }
    }
    if (structure->lengthened()) {
      rounds = RoundBounds::Few;
      structure = made_({rounds, storing});
    }
    return earlierRoundsRaiseNothing(model_, *structure, deadline_)
               ? because(made_({RoundBounds::Last, storing}), LeavingOutRule::LastRound)
               : because(paired(structure, rounds, storing), LeavingOutRule::FewRounds);
  }

  /// With one iteration more where the model may look at two of them together.
  std::shared_ptr<const EventStructure> paired(const std::shared_ptr<const EventStructure>& structure,
                                               RoundBounds rounds, StoringLoops storing) const {
    if (!twoRoundsMayMeet(model_, *structure, deadline_)) {
      return structure;
    }
    return made_({rounds == RoundBounds::Few ? RoundBounds::FewPaired : RoundBounds::AllPaired, storing});
  }

  /// With one iteration more where the model may look at two of them together, or at the second one alone.
  std::shared_ptr<const EventStructure> counted(const std::shared_ptr<const EventStructure>& all,
                                                StoringLoops storing) const {
    return licences_.of(Licence::Twins).oneRoundMore ? made_({RoundBounds::AllPaired, storing})
                                                     : paired(all, RoundBounds::All, storing);
  }

  /// What is missing for it that there are no more different iterations than writes to read from; empty for
  /// nothing.
  std::string whyNotCounted(const EventStructure& all) const {
    if (!licences_.holds(Licence::Twins)) {
      return toText(Licence::Twins, licences_.of(Licence::Twins));
    }
    std::string missing;
    forEachSpinLoop(all, [&](InstructionRef head, const Loop& loop) {
      const Thread& thread = all.program().threads[head.thread];
      if (twinsOf(thread, loop) == Licence::TwinRounds) {
        missing = !licences_.holds(Licence::TwinRounds)
                      ? "it is not known of the model that iterations of several reads or fences are twins"
                  : hasMissedFence(thread, loop)
                      ? "an iteration has a fence between two reads, and ordinary reads"
                      : missing;
      }
    });
    if (!missing.empty()) {
      return missing;
    }
    // What was proved by hand of a model says that its reads step forward, too.
    const bool proved = licences_.of(Licence::TwinRounds).basis == LicenceBasis::ByHand;
    return proved || readsStepForward(model_, all, deadline_)
               ? ""
               : "later iterations may read from earlier writes";
  }

  /// What a fence between two reads acquires by the second one of the iteration before is missed by the first
  /// one alone, where that iteration is left out; the next fence acquires it again. Only ordinary reads may
  /// need it: what is required of atomic ones holds with less happens-before.
  static bool hasMissedFence(const Thread& thread, const Loop& loop) {
    return !fencesAreAtOneEnd(thread, loop) && !iterationReadsAtomically(thread, loop);
  }

  /// The property that says it of this loop.
  static Licence twinsOf(const Thread& thread, const Loop& loop) {
    return iterationIsOneRead(thread, loop) ? Licence::Twins : Licence::TwinRounds;
  }

  /// Without what would be a spin loop under a model that licenses it.
  EnoughRounds bounded(const EventStructure& spinning, const std::string& noTwins) const {
    EnoughRounds result{made_({RoundBounds::Bounded}), {}, {}};
    const std::string why =
        fmt::format("{}; and {}", toText(Licence::Deletion, licences_.of(Licence::Deletion)), noTwins);
    forEachSpinLoop(spinning, [&](InstructionRef head, const Loop&) {
      result.bounded.push_back({head, why});
    });
    return result;
  }

  /// Nothing where the iterations of loops that update cannot be left out, nor counted; or where there are so
  /// many that the first ones, which a bound leaves, say more in the time there is.
  std::optional<EnoughRounds> enoughWithUpdates(const EventStructure& few, StoringLoops storing) const try {
    if ((!few.silentRmwsAreRead() || mayReadFromSource(model_, few, deadline_)) &&
        mayLeaveOutUpdates(storing) && earlierRoundsRaiseNothing(model_, few, deadline_)) {
      EnoughRounds enough = because(made_({RoundBounds::Last, storing}), LeavingOutRule::LastRound);
      addForUpdates(enough, LeavingOutRule::SilentRmws, Licence::UpdateDeletion);
      if (few.silentRmwsAreRead()) {
        addForUpdates(enough, LeavingOutRule::SilentRmws, Licence::UpdatesHandOn);
      }
      return enough;
    }
    const auto all = made_({RoundBounds::All, storing});
    if (!updatesHandOn(model_, *all, deadline_) || !whyNotCounted(*all).empty() ||
        mostUpdates(*all) > std::max(kMostUpdates, all->unrollBound())) {
      return std::nullopt;
    }
    EnoughRounds enough = because(counted(all, storing), LeavingOutRule::RoundPerWrite);
    addForUpdates(enough, LeavingOutRule::CountedUpdates, Licence::UpdatesHandOn);
    return enough;
  } catch (const UserError&) {
    return std::nullopt;  // with all iterations the test is too large
  }

  /// Of all models, or in this test: which is found out on a structure that shows everything. Where its
  /// iterations are not enough, what more of them would relate is not seen.
  bool mayLeaveOutUpdates(StoringLoops storing) const {
    if (licences_.holds(Licence::UpdateDeletion)) {
      return true;
    }
    const auto all = made_({RoundBounds::All, storing});
    const bool showsAll = storing == StoringLoops::SpinUnread || updatesHandOn(model_, *all, deadline_);
    return showsAll && whyNotCounted(*all).empty() && roundsMayBeLeftOut(model_, *all, deadline_);
  }

  /// Names the licence of each loop; those that update get theirs besides.
  EnoughRounds because(std::shared_ptr<const EventStructure> structure, LeavingOutRule rule) const {
    EnoughRounds result{std::move(structure), {}, {}};
    const bool counts = rule == LeavingOutRule::RoundPerWrite;
    // Reads that are asked again acquire the same again where updates hand on (retried_reads.h).
    const bool retried = !counts && !licences_.holds(Licence::Deletion) &&
                         saysThatUpdatesHandOn(model_, *result.structure) &&
                         !roundsMayBeLeftOutWithoutRetrying();
    forEachSpinLoop(*result.structure, [&](InstructionRef head, const Loop& loop) {
      if (!(counts && loop.updates)) {
        const Licence twins = twinsOf(result.structure->program().threads[head.thread], loop);
        result.reasons.push_back({rule, counts ? twins : Licence::Deletion, head});
      }
      if (retried) {
        result.reasons.push_back({LeavingOutRule::SubsumedAcquires, Licence::UpdatesHandOn, head,
                                  isDeclared(Licence::UpdatesHandOn)});
      }
      if (loop.storesOwn) {
        result.reasons.push_back({LeavingOutRule::OwnStores, std::nullopt, head});
      }
    });
    return result;
  }

  /// Whether the test is one whose iterations may be left out whatever updates do.
  bool roundsMayBeLeftOutWithoutRetrying() const {
    Model silent = model_;
    silent.updatesHandOn = false;
    return roundsMayBeLeftOut(silent, *made_({RoundBounds::All}), deadline_);
  }

  void addForUpdates(EnoughRounds& enough, LeavingOutRule rule, Licence licence) const {
    forEachSpinLoop(*enough.structure, [&](InstructionRef head, const Loop& loop) {
      if (loop.updates) {
        enough.reasons.push_back({rule, licence, head, isDeclared(licence)});
      }
    });
  }

  bool isDeclared(Licence licence) const { return licences_.of(licence).basis == LicenceBasis::Declared; }

  const Model& model_;
  const StructureWith& made_;
  const Deadline& deadline_;
  Licences licences_;
};

}  // namespace

EnoughRounds enoughRounds(const Model& model, const StructureWith& made, const Deadline& deadline) {
  return RoundsSearch(model, made, deadline).run();
}

}  // namespace hrfcheck::inline check
