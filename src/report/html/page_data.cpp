#include "report/html/page_data.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/html/cell_kind.h"
#include "util/mapped.h"
#include "util/text.h"

namespace hrfcheck::inline report {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

bool PageData::isTaken(const TestRow& test, std::size_t model) const {
  return std::ranges::any_of(test.cells, [&](const auto& cell) { return cell.first == model; });
}

void PageData::add(const ResultRow& row) {
  const std::size_t model = models_.add(row.model);
  const std::size_t cell = cells_.add(row);
  const bool same = !tests_.empty() && tests_.back().number == row.test && tests_.back().path == row.path;
  // What is said of a file, whatever the model, has a line of its own: it spans the columns of the models.
  const bool ofFile =
      row.model.empty() || (same && models_.values()[tests_.back().cells.front().first]->empty());
  different_ += same ? 0 : 1;
  if (!same || ofFile || isTaken(tests_.back(), model)) {
    tests_.push_back({row.test, row.path, {}});
  }
  tests_.back().cells.emplace_back(model, cell);
  ++counts_[kindOf(row)];
  failures_ += failed(row) ? 1 : 0;
  ++rows_;
  modelsAsked_ = models_.size() - (models_.find("") != nullptr ? 1 : 0);
}

void PageData::addRemoved() {
  std::map<std::string, std::size_t> lines;  // by path
  for (std::size_t i = 0; i < tests_.size(); ++i) {
    if (!models_.values()[tests_[i].cells.front().first]->empty()) {
      lines.try_emplace(tests_[i].path, i);
    }
  }
  for (const ListedChange& listed :
       options_->changes == nullptr ? std::vector<ListedChange>{} : options_->changes->list) {
    if (listed.change.kind != ChangeKind::Removed) {
      continue;
    }
    const std::size_t model = models_.add(listed.model);
    const auto [line, isNew] = lines.try_emplace(listed.path, tests_.size());
    if (isNew || listed.model.empty() || isTaken(tests_[line->second], model)) {
      line->second = tests_.size();
      tests_.push_back({tests_.size(), listed.path, {}});
    }
    tests_[line->second].cells.emplace_back(model, cells_.addRemoved(listed.change));
  }
}

std::string PageData::json() const {
  std::string text = "{\"title\":" + scriptJson(options_->title) + ",\n\"kinds\":" + kindsJson();
  text += ",\n\"filters\":" + filtersJson();
  text += ",\n\"models\":" + models_.strings() + ",\n\"texts\":" + cells_.texts().strings();
  text += ",\n\"files\":" + cells_.files().json() + ",\n\"pictures\":" + picturesJson();
  return text + ",\n\"cells\":" + cells_.cells().json() + ",\n\"tests\":" + testsJson() + "}";
}

std::string PageData::testsJson() const {
  std::string text = "[";
  for (const TestRow& test : tests_) {
    text += (text.size() == 1 ? "\n[" : ",\n[") + scriptJson(test.path);
    for (const auto& [model, cell] : test.cells) {
      text += "," + std::to_string(model) + "," + std::to_string(cell);
    }
    text += "]";
  }
  return text + "]";
}

std::string PageData::picturesJson() const {
  auto graphs = mapped<std::string>(cells_.pictures().values(), [&](const std::string* dot) { return *dot; });
  std::string text = "[";
  if (!graphs.empty()) {
    for (const std::string& picture : options_->draw(graphs)) {
      text += (text.size() == 1 ? "\n" : ",\n") + scriptJson(picture);
    }
  }
  return text + "]";
}

std::string PageData::kindsJson() const {
  Json kinds = Json::object();
  for (const CellKind& kind : cellKinds()) {
    kinds[kind.name] = {kind.letter, kind.meaning};
  }
  if (options_->changes != nullptr) {
    kinds["removed"] = {"–", "in the earlier run only"};
  }
  return scriptJson(kinds);
}

/// Names of filters and what they show, in words: of what there is.
std::string PageData::filtersJson() const {
  Json filters = Json::array();
  for (const CellKind& kind : cellKinds()) {
    if (counts_.contains(kind.kind)) {
      filters.push_back({kind.name, kind.counted});
    }
  }
  for (const ChangeKind kind : kChangeKinds) {
    if (options_->changes != nullptr && options_->changes->counts.contains(kind)) {
      filters.push_back({nameOf(kind), textOf(kind)});
    }
  }
  return scriptJson(filters);
}

std::vector<PageCount> PageData::counts() const {
  std::vector<PageCount> list{{counted(different_, "test"), ""},
                              {counted(modelsAsked_, "model"), ""},
                              {counted(rows_, "result"), ""},
                              {counted(failures_, "failed expectation"), failures_ > 0 ? "failed" : ""}};
  for (const CellKind& kind : cellKinds()) {
    if (const auto it = counts_.find(kind.kind); it != counts_.end()) {
      list.push_back({fmt::format("{} {}", it->second, kind.counted), kind.name});
    }
  }
  return list;
}

std::vector<PageCount> PageData::changes() const {
  std::vector<PageCount> list;
  for (const ChangeKind kind : kChangeKinds) {
    if (const auto it = options_->changes->counts.find(kind); it != options_->changes->counts.end()) {
      list.push_back({fmt::format("{} {}", it->second, textOf(kind)), nameOf(kind)});
    }
  }
  return list;
}

std::vector<std::string> PageData::models() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < models_.size(); ++i) {
    if (names.size() < modelsAsked_ && !models_.values()[i]->empty()) {
      names.push_back(*models_.values()[i]);
    }
  }
  return names;
}

}  // namespace hrfcheck::inline report
