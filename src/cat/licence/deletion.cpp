// Leaving events out of an execution leaves it consistent if no requirement that forbids something gains
// members, and none that asks for something loses its last one; and if what is left of a chosen order is a
// choice of its own. A flag that pairs raise must lose none of those that stay: pairs of what is left out are
// the business of the code that leaves it out. A cycle may lead through what is left out, so a flag raised by
// a cycle may be lost; and so may one raised by some class of a `forall`, if all of that class is left out.

#include "cat/licence/deletion.h"

#include <algorithm>

#include "cat/interpret/interpretation.h"
#include "cat/licence/check_sense.h"
#include "cat/licence/deletion_domain.h"
#include "cat/licence/obstacles.h"

namespace hrfcheck::cat {
namespace {

class DeletionJudgement {
 public:
  DeletionJudgement(const Model& model, const ByKind<bool>& deletable)
      : model_(model), domain_(deletable), values_(model, domain_) {}

  LicenceFinding run() {
    LicenceFinding finding;
    finding.obstacle = firstObstacle();
    finding.basis = finding.obstacle ? LicenceBasis::NotEstablished : LicenceBasis::Definitions;
    return finding;
  }

 private:
  std::optional<LicenceObstacle> firstObstacle() {
    for (const Choice& choice : model_.choices) {
      if (auto obstacle = obstacleTo(choice)) {
        return obstacle;
      }
    }
    for (const Check& check : model_.checks) {
      if (auto obstacle = obstacleTo(check)) {
        obstacle->through =
            wordsFor(check) +
            (check.role == CheckRole::Require ? " may fail without a read" : " may be lost without a read");
        if (!obstacle->place.known()) {
          obstacle->place = check.place;
        }
        return obstacle;
      }
    }
    return std::nullopt;
  }

  std::optional<LicenceObstacle> obstacleTo(const Choice& choice) {
    const DeletionValue* within = choice.within ? &values_.of(*choice.within) : nullptr;
    const ChoicePart part = unkeptPart(values_.of(choice.set), values_.of(choice.order), within);
    LicenceObstacle obstacle;
    switch (part) {
      case ChoicePart::None:
        return std::nullopt;
      case ChoicePart::Set:
        obstacle = below(choice.set, true);
        break;
      case ChoicePart::Order:
        obstacle = below(choice.order, true);
        break;
      case ChoicePart::Within:
        obstacle = below(*choice.within, isFaulty({*choice.within, true}));
        break;
    }
    obstacle.through = wordsFor(choice) + " may not be there without a read";
    if (!obstacle.place.known()) {
      obstacle.place = choice.place;
    }
    return obstacle;
  }

  std::optional<LicenceObstacle> obstacleTo(const Check& check) {
    switch (senseOf(check)) {
      case CheckSense::RequiresNone:
      case CheckSense::RaisedByNone:
        return nothingAppears(check) ? std::nullopt : std::optional(below(check.node, true));
      case CheckSense::RequiresSome:
        return nothingDisappears(check) && onlyWhatStays(check) ? std::nullopt
                                                                : std::optional(below(check.node, false));
      case CheckSense::RaisedBySome:
        return nothingDisappears(check) && (check.kind != CheckKind::Acyclic || onlyWhatStays(check)) &&
                       check.forall.empty()
                   ? std::nullopt
                   : std::optional(below(check.node, false));
    }
    return std::nullopt;
  }

  bool classesAreStable(const Check& check) {
    return std::ranges::all_of(check.forall,
                               [&](const ClassBinder& b) { return isStable(values_.of(b.classesOf)); });
  }

  bool nothingAppears(const Check& check) {
    return classesAreStable(check) && (check.role == CheckRole::Require || check.forall.empty()) &&
           all(check, gainsNothing);
  }

  bool nothingDisappears(const Check& check) { return classesAreStable(check) && all(check, losesNothing); }

  /// What makes the check true or false are events that are never left out.
  bool onlyWhatStays(const Check& check) {
    const DeletionValue& value = values_.of(check.node);
    const auto& deletable = domain_.deletable();
    for (std::size_t a = 0; a < kKinds; ++a) {
      if (deletable[a] && isSet(check) && !value.members[a].neverTrue()) {
        return false;
      }
      for (std::size_t b = 0; b < kKinds; ++b) {
        if ((deletable[a] || deletable[b]) && concerns(check, a, b) && !value.pairs[a][b].neverTrue()) {
          return false;
        }
      }
    }
    return true;
  }

  bool isSet(const Check& check) const { return model_.nodes[check.node].type == CatType::Set; }

  /// Whether pairs of these kinds can make a difference to a check.
  bool concerns(const Check& check, std::size_t a, std::size_t b) const {
    return !isSet(check) && (check.kind != CheckKind::Irreflexive || a == b);
  }

  bool all(const Check& check, bool (*holds)(Kept)) {
    const DeletionValue& value = values_.of(check.node);
    for (std::size_t a = 0; a < kKinds; ++a) {
      if (isSet(check) && !holds(value.members[a])) {
        return false;
      }
      for (std::size_t b = 0; b < kKinds; ++b) {
        if (concerns(check, a, b) && !holds(value.pairs[a][b])) {
          return false;
        }
      }
    }
    return true;
  }

  bool isFaulty(const Suspect& suspect) {
    const DeletionValue& value = values_.of(suspect.node);
    const auto faulty = [&](Kept kept) { return suspect.gains ? !gainsNothing(kept) : !losesNothing(kept); };
    return model_.nodes[suspect.node].type == CatType::Set
               ? std::ranges::any_of(value.members, faulty)
               : std::ranges::any_of(value.pairs,
                                     [&](const auto& row) { return std::ranges::any_of(row, faulty); });
  }

  LicenceObstacle below(CatNodeId id, bool gains) {
    FoundBelow found =
        obstacleBelow(model_, {id, gains}, [&](const Suspect& suspect) { return isFaulty(suspect); });
    found.obstacle.why = found.gains ? "may have more members" : "may lose members";
    return found.obstacle;
  }

  const Model& model_;
  DeletionDomain domain_;
  Interpretation<DeletionDomain> values_;
};

}  // namespace

LicenceFinding deletionOf(const Model& model, const ByKind<bool>& deletable) {
  return DeletionJudgement(model, deletable).run();
}

}  // namespace hrfcheck::cat
