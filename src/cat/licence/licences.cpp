#include "cat/licence/licences.h"

#include <fmt/format.h>

#include <array>

#include "cat/licence/deletion.h"
#include "cat/licence/twins.h"
#include "util/enum_names.h"

namespace hrfcheck {
namespace {

constexpr std::array kNames{
    EnumName{Licence::Deletion, "deletion"}, EnumName{Licence::UpdateDeletion, "deletion of updates"},
    EnumName{Licence::Twins, "twins"}, EnumName{Licence::UpdatesHandOn, "updates hand on"},
    EnumName{Licence::Renaming, "renaming"}};
static_assert(coversUpTo(kNames, Licence::Renaming), "every property has its name");

LicenceFinding foundBy(bool shown) {
  LicenceFinding finding;
  finding.basis = shown ? LicenceBasis::Definitions : LicenceBasis::NotEstablished;
  return finding;
}

LicenceFinding find(Licence licence, const Model& model) {
  switch (licence) {
    case Licence::Deletion:
    case Licence::UpdateDeletion:
      return cat::deletionOf(model,
                             licence == Licence::Deletion ? cat::kReadsAndFences : cat::kUpdatesBesides);
    case Licence::Twins:
      return cat::twinsOf(model);
    case Licence::Renaming:
      return foundBy(true);
    case Licence::UpdatesHandOn: {
      LicenceFinding finding;
      finding.basis = model.updatesHandOn ? LicenceBasis::Declared : LicenceBasis::NotEstablished;
      finding.unless = model.handOnWithout;
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
