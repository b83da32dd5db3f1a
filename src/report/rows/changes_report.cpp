#include "report/rows/changes_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/text/paint.h"
#include "util/json_fields.h"
#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

/// Of rows that are new or were removed; the others are always listed.
constexpr std::size_t kMostListed = 20;

std::size_t countOf(const Changes& changes, ChangeKind kind) {
  const auto found = changes.counts.find(kind);
  return found == changes.counts.end() ? 0 : found->second;
}

/// "a.litmus, rsp: racy, was Never, race-free (the test was edited)".
std::string lineOf(const ListedChange& listed) {
  const auto& [kind, was, is, notes] = listed.change;
  std::string text = listed.path + (listed.model.empty() ? "" : ", " + listed.model) + ": ";
  text += is.empty() ? "was " + was : was.empty() || was == is ? is : is + "; was " + was;
  if (!notes.empty()) {
    text += fmt::format(" ({})", fmt::join(notes, "; "));
  }
  return cleaned(text, Controls::None);
}

std::string changeHeading(ChangeKind kind, const Paint& paint) {
  const std::string text = fmt::format("{}:", textOf(kind));
  return kind == ChangeKind::NewlyFailing ? paint.bad(text)
         : kind == ChangeKind::NewlyMet   ? paint.good(text)
                                          : text;
}

std::string listOf(const Changes& changes, ChangeKind kind, const Paint& paint) {
  const bool all = kind != ChangeKind::New && kind != ChangeKind::Removed;
  const std::size_t most = all ? changes.list.size() : kMostListed;
  std::string text = "  " + changeHeading(kind, paint) + "\n";
  std::size_t shown = 0;
  for (const ListedChange& listed : changes.list) {
    if (listed.change.kind == kind && shown < most) {
      text += "    " + lineOf(listed) + "\n";
      ++shown;
    }
  }
  const std::size_t rest = countOf(changes, kind) - shown;
  return rest == 0 ? text : text + fmt::format("    and {} more\n", rest);
}

Json rowJson(const ListedChange& listed) {
  Json row{{"change", nameOf(listed.change.kind)}, {"path", listed.path}, {"model", listed.model}};
  putIfAny(row, "was", listed.change.was);
  putIfAny(row, "is", listed.change.is);
  putIfAny(row, "notes", listed.change.notes);
  return row;
}

}  // namespace

std::string changesSummary(const Changes& changes) {
  std::string text;
  for (const ChangeKind kind : kChangeKinds) {
    if (const std::size_t count = countOf(changes, kind); count > 0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                          text.empty() ? counted(count, "row") : fmt::format("{}", count), textOf(kind));
    }
  }
  text = fmt::format("since {}: {}", changes.file, text.empty() ? "nothing has changed" : text);
  return text + (changes.whole ? "" : "; this run did not cover every test, so removed rows are not listed");
}

std::string changesText(const Changes& changes, bool listed, bool colour) {
  const Paint paint{colour};
  std::string text = cleaned(changesSummary(changes), Controls::None) + "\n";
  for (const ChangeKind kind : kChangeKinds) {
    if (listed && countOf(changes, kind) > 0) {
      text += listOf(changes, kind, paint);
    }
  }
  return text;
}

std::string changesJson(const Changes& changes, const std::string& version) {
  Json counts = Json::object();
  for (const ChangeKind kind : kChangeKinds) {
    counts[nameOf(kind)] = countOf(changes, kind);
  }
  Json rows = arrayOf(changes.list, [&](const ListedChange& listed) { return rowJson(listed); });
  const Json json{
      {"format", "hrfcheck-changes"}, {"version", 1},
      {"hrfcheck", version},          {"baseline", {{"file", changes.file}, {"hrfcheck", changes.version}}},
      {"whole", changes.whole},       {"common", changes.common},
      {"counts", std::move(counts)},  {"rows", std::move(rows)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline report
