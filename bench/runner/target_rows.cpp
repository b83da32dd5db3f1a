#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "bench/families/families.h"
#include "bench/runner/rows.h"
#include "cat/library.h"

namespace hrfcheck::bench {
namespace {

struct FamilyTarget {
  const char* family;
  families::Sizes sizes;
  const char* model;
  Question question;
  double seconds;
};

const std::vector<FamilyTarget>& familyTargets() {
  static const std::vector<FamilyTarget> targets{
      {"sb", {14}, "sc", Question::Outcomes, 0.1},
      {"iriw", {7}, "sc", Question::Outcomes, 0.1},
      {"fetch-add", {5, 2}, "sc", Question::Outcomes, 0.5},
      {"mp", {84}, "hrf-indirect-relaxed", Question::Outcomes, 0.3},
      {"mp", {84}, "hrf-indirect-relaxed", Question::Races, 0.3},
      {"lock", {8}, "hrf-indirect-relaxed", Question::Races, 2},
      {"lock", {12}, "hrf-indirect-relaxed", Question::Races, 60},
      {"steal", {8}, "rsp", Question::Races, 2},
      {"steal", {12}, "rsp", Question::Races, 60},
  };
  return targets;
}

Row familyRow(const Setting& setting, const FamilyTarget& target) {
  const families::Family& family = families::named(target.family);
  const std::string label = families::label(family, target.sizes);
  std::string name = label;
  std::replace(name.begin(), name.end(), ' ', '-');
  const Setting longer{setting.root, std::max(setting.seconds, 1.1 * target.seconds)};
  return {fmt::format("target/{}/{}", name, nameOf(target.question)),
          fmt::format("{}, {}, {}", label, nameOf(target.question), target.model),
          Unit::Seconds,
          Target{target.seconds},
          "",
          [=, text = families::text(family, target.sizes)] {
            return asking(longer, EngineKind::Auto, {target.model}, text, target.question);
          },
          longer.seconds};
}

/// 40 threads, under every model of the HRF family.
std::vector<Row> fortyThreads(const Setting& setting) {
  std::vector<std::string> models = ModelLibrary({setting.root / "models"}).names();
  std::erase_if(models, [](const std::string& name) { return !name.starts_with("hrf"); });
  std::vector<Row> rows;
  for (const auto& [name, size] : {std::pair{"sb", 40U}, {"mp", 40U}, {"iriw", 20U}, {"lb", 40U}}) {
    const std::string text = families::text(families::named(name), {size});
    for (const Question question : {Question::Condition, Question::Races}) {
      rows.push_back({fmt::format("target/40-threads/{}/{}", name, nameOf(question)),
                      fmt::format("{} with 40 threads, {}, slowest of {} HRF models", name, nameOf(question),
                                  models.size()),
                      Unit::Seconds, Target{0.05}, "",
                      [=] { return asking(setting, EngineKind::Auto, models, text, question); }});
    }
  }
  return rows;
}

std::vector<Row> lockOfTwoGroups(const Setting& setting) {
  std::vector<Row> rows;
  const std::string file = setting.root / "litmus/rsp-oopsla15/test8-lock.litmus";
  for (const std::string model : {"opencl-rsp", "rsp"}) {
    rows.push_back({"target/rsp-test8/" + model, "RSP_Test8, whole report, " + model, Unit::Seconds,
                    Target{0.02}, "", [=] {
                      const std::string text = readSource(file)->text();
                      return asking(setting, EngineKind::Auto, {model}, text, Question::Report);
                    }});
  }
  return rows;
}

void append(std::vector<Row>& rows, std::vector<Row> more) {
  std::move(more.begin(), more.end(), std::back_inserter(rows));
}

}  // namespace

std::vector<Row> targetRows(const Setting& setting, const std::filesystem::path& program) {
  std::vector<Row> rows = processRows(setting, program);
  append(rows, lockOfTwoGroups(setting));
  for (const FamilyTarget& target : familyTargets()) {
    rows.push_back(familyRow(setting, target));
  }
  append(rows, fortyThreads(setting));
  append(rows, batchRows(setting));
  append(rows, adviceRows(setting));
  append(rows, roundsRows(setting));
  append(rows, waitingRows(setting));
  append(rows, launchRows(setting));
  for (Row& row : rows) {
    row.seconds = row.seconds.value_or(setting.seconds);
  }
  return rows;
}

}  // namespace hrfcheck::bench
