#include <fmt/format.h>

#include <algorithm>

#include "bench/families/families.h"
#include "bench/runner/rows.h"

namespace hrfcheck::bench {
namespace {

struct Scaling {
  const char* family;
  std::vector<families::Sizes> sizes;
  const char* model;  ///< for outcomes and the condition
  const char* raceModel;
};

const std::vector<Scaling>& scalings() {
  constexpr const char* kRelaxed = "hrf-indirect-relaxed";
  static const std::vector<Scaling> scalings{
      {"sb", {{4}, {8}, {12}, {14}, {17}, {40}, {84}}, "sc", kRelaxed},
      {"lb", {{4}, {8}, {12}, {14}, {17}, {40}, {84}}, "sc", kRelaxed},
      {"iriw", {{2}, {4}, {6}, {7}, {9}, {20}, {42}}, "sc", kRelaxed},
      {"mp", {{4}, {8}, {16}, {40}, {84}}, kRelaxed, kRelaxed},
      {"fetch-add", {{2, 2}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {16, 2}, {32, 2}, {48, 2}}, "sc", kRelaxed},
      {"writers-readers", {{3, 1}, {5, 1}, {7, 1}, {3, 3}, {8, 1}, {16, 2}}, "sc", kRelaxed},
      {"lock", {{2}, {4}, {6}, {7}, {8}, {9}, {12}, {48}}, kRelaxed, kRelaxed},
      {"steal", {{1}, {2}, {4}, {6}, {8}, {12}}, "rsp", "rsp"},
      {"ghost-zone", {{1}, {2}, {4}, {8}, {16}}, kRelaxed, kRelaxed},
  };
  return scalings;
}

Row rowOf(const Setting& setting, const Scaling& scaling, const families::Sizes& sizes, Question question,
          EngineKind engine) {
  const families::Family& family = families::named(scaling.family);
  const std::string label = families::label(family, sizes);
  std::string name = label;
  std::replace(name.begin(), name.end(), ' ', '-');
  const std::string model = question == Question::Races ? scaling.raceModel : scaling.model;
  return {
      fmt::format("scaling/{}/{}/{}", name, nameOf(question), nameOf(engine)),
      fmt::format("{}, {}, {}, {}", label, nameOf(question), model, nameOf(engine)),
      Unit::Seconds,
      std::nullopt,
      fmt::format("{}/{}/{}", scaling.family, nameOf(question), nameOf(engine)),
      [=, text = families::text(family, sizes)] { return asking(setting, engine, {model}, text, question); }};
}

}  // namespace

std::vector<Row> scalingRows(const Setting& setting) {
  std::vector<Row> rows;
  for (const Scaling& scaling : scalings()) {
    for (const Question question : {Question::Outcomes, Question::Condition, Question::Races}) {
      for (const families::Sizes& sizes : scaling.sizes) {
        for (const EngineKind engine : {EngineKind::Explicit, EngineKind::Smt, EngineKind::Auto}) {
          rows.push_back(rowOf(setting, scaling, sizes, question, engine));
        }
      }
    }
  }
  return rows;
}

}  // namespace hrfcheck::bench
