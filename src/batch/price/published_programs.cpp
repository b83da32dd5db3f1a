#include "batch/price/published_programs.h"

#include <algorithm>

#include "util/mapped.h"

namespace hrfcheck::inline batch {
namespace {

constexpr PublishedProgram kPrograms[] = {
    {"SSSP-1", "dip20090126_MAX", GraphWork::Push, GraphKind::PowerLaw, 19'928, {9.0, 1.6}, {9.7, 0.7}},
    {"SSSP-2", "USA-road-d.BAY", GraphWork::Push, GraphKind::Road, 321'270, {0.5, 0.8}, {0.6, 3.6}},
    {"SSSP-3", "USA-road-d.COL", GraphWork::Push, GraphKind::Road, 435'666, {0.6, 0.6}, {0.7, 2.2}},
    {"color-1", "dip20090126_MAX", GraphWork::Pull, GraphKind::PowerLaw, 19'928, {9.6, 0}, {10.3, 2.7}},
    {"color-2", "USA-road-d.NY", GraphWork::Pull, GraphKind::Road, 264'346, {1.2, 0.9}, {1.0, 1.1}},
    {"color-3", "ecology1", GraphWork::Pull, GraphKind::Grid, 1'000'000, {0.7, 0}, {0.4, 1.2}},
    {"color-4", "G3_circuit", GraphWork::Pull, GraphKind::Grid, 1'585'478, {1.5, 0.1}, {1.4, 0.4}},
    {"PR-1", "cond-mat-2003", GraphWork::Pull, GraphKind::PowerLaw, 31'163, {5.5, 0}, {5.5, 0}},
    {"PR-2", "small-world", GraphWork::Pull, GraphKind::SmallWorld, 100'000, {0.8, 0}, {0.6, 0}},
    {"PR-3", "coAuthorsDBLP", GraphWork::Pull, GraphKind::PowerLaw, 299'067, {5.1, 0}, {5.1, 0}}};

}  // namespace

const PublishedProgram::Steals* PublishedProgram::steals(StealingScenario scenario) const {
  return scenario == StealingScenario::StealOnly ? &stealOnly
         : scenario == StealingScenario::RemSync ? &remSync
                                                 : nullptr;
}

GraphShape PublishedProgram::shapeOf(GraphShape shape) const {
  shape.kind = kind;
  shape.vertices = vertices;
  return shape;
}

const std::vector<std::string>& publishedProgramNames() {
  static const std::vector<std::string> names = [] {
    return mapped<std::string>(kPrograms, [&](const PublishedProgram& program) { return program.name; });
  }();
  return names;
}

std::vector<const PublishedProgram*> chosenPrograms(const std::vector<std::string>& names) {
  std::vector<const PublishedProgram*> chosen;
  for (const PublishedProgram& program : kPrograms) {
    if (names.empty() || std::ranges::find(names, program.name) != names.end()) {
      chosen.push_back(&program);
    }
  }
  return chosen;
}

}  // namespace hrfcheck::inline batch
