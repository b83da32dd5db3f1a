#include "cat/licence/licences.h"

#include <fmt/format.h>

#include <array>

#include "cat/licence/by_hand.h"
#include "cat/licence/deletion.h"
#include "cat/licence/twins.h"
#include "cat/model/parts_of_accesses.h"
#include "cat/model/value_cycles.h"
#include "util/enum_names.h"

namespace hrfcheck {
namespace {

constexpr std::array kNames{EnumName{Licence::Deletion, "deletion"},
                            EnumName{Licence::UpdateDeletion, "deletion of updates"},
                            EnumName{Licence::Twins, "twins"},
                            EnumName{Licence::TwinRounds, "twin rounds"},
                            EnumName{Licence::UpdatesHandOn, "updates hand on"},
                            EnumName{Licence::OwnLocations, "own locations"},
                            EnumName{Licence::Continuation, "continuation"},
                            EnumName{Licence::Barriers, "barriers"},
                            EnumName{Licence::SettledMemory, "settled memory"},
                            EnumName{Licence::Renaming, "renaming"}};
static_assert(coversUpTo(kNames, Licence::Renaming), "every property has its name");

/// The same rounds more are needed as for single reads.
LicenceFinding twinRoundsOf(const Model& model) {
  LicenceFinding finding = cat::twinsOf(model);
  const cat::ProvedByHand* proved = cat::provedOf(model);
  if (finding.holds()) {
    finding.basis =
        proved != nullptr && proved->twinRounds ? LicenceBasis::ByHand : LicenceBasis::NotEstablished;
  }
  return finding;
}

/// What was proved holds of fewer executions, too, those without value cycles: who reads from what an update
/// has read, in its place, closes no cycle that was not there.
LicenceFinding handOnOf(const Model& model) {
  LicenceFinding finding;
  if (model.updatesHandOn) {
    const std::optional<Model> whole = withoutAssumption(model);
    const cat::ProvedByHand* proved = cat::provedOf(whole ? *whole : model);
    finding.basis =
        proved != nullptr && proved->updatesHandOn ? LicenceBasis::ByHand : LicenceBasis::Declared;
    finding.unless = model.handOnWithout;
  }
  return finding;
}

LicenceFinding find(Licence licence, const Model& model) {
  // What is shown of definitions takes accesses for one event each.
  if (licence != Licence::Renaming && cat::knowsPartsOfAccesses(model)) {
    return {};
  }
  switch (licence) {
    case Licence::Deletion:
      return cat::deletionOf(model, cat::kReadsAndFences);
    case Licence::UpdateDeletion:
      return cat::deletionOf(model, cat::kUpdatesBesides);
    case Licence::Twins:
      return cat::twinsOf(model);
    case Licence::TwinRounds:
      return twinRoundsOf(model);
    case Licence::UpdatesHandOn:
      return handOnOf(model);
    case Licence::OwnLocations: {
      LicenceFinding finding;
      finding.basis = cat::provedOf(model) != nullptr ? LicenceBasis::ByHand : LicenceBasis::NotEstablished;
      return finding;
    }
    case Licence::Continuation: {
      LicenceFinding finding;
      if (const cat::ProvedByHand* proved = cat::provedOf(model)) {
        finding.basis = LicenceBasis::ByHand;
        finding.unlessReadBothWays = proved->readsMustSeeWrites;
      }
      return finding;
    }
    case Licence::Barriers: {
      LicenceFinding finding;
      const cat::ProvedByHand* proved = cat::provedOf(model);
      if (proved != nullptr && proved->barriersOrder) {
        finding.basis = LicenceBasis::ByHand;
      }
      return finding;
    }
    case Licence::SettledMemory: {
      LicenceFinding finding;
      const std::optional<Model> whole = withoutAssumption(model);
      const cat::ProvedByHand* proved = cat::provedOf(whole ? *whole : model);
      if (proved != nullptr && proved->settled != cat::SettledAccesses::None) {
        finding.basis = LicenceBasis::ByHand;
        finding.ordinaryAlone = proved->settled == cat::SettledAccesses::Ordinary;
      }
      return finding;
    }
    case Licence::Renaming: {
      LicenceFinding finding;
      finding.basis = LicenceBasis::Definitions;
      return finding;
    }
  }
  return {};
}

}  // namespace

const LicenceFinding& Licences::of(Licence licence) const {
  const auto row = static_cast<std::size_t>(licence);
  found_.resize(kNames.size());
  if (!found_[row]) {
    found_[row] = find(licence, model_);
  }
  return *found_[row];
}

const char* nameOf(Licence licence) {
  return nameIn(kNames, licence);
}

std::string toText(Licence licence, const LicenceFinding& finding) {
  if (!finding.obstacle) {
    return fmt::format("nothing shows that the model has the property '{}'", nameOf(licence));
  }
  const LicenceObstacle& obstacle = *finding.obstacle;
  return fmt::format("{}: '{}' {}", obstacle.through, obstacle.name, obstacle.why);
}

}  // namespace hrfcheck
