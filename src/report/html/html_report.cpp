// One file that opens from disk: style, script and results stand in the page (the template is
// html/page.mustache). The results are JSON in a script element that is no program; the scripts beside this
// file build the matrix from them as the reader scrolls, so that ten thousand tests are no slower than a
// hundred.

#include "report/html/html_report.h"

#include <fmt/ranges.h>

#include <kainjow/mustache.hpp>

#include "report/html/assets.h"
#include "report/html/page_data.h"
#include "report/html/run_notices.h"
#include "util/invariant.h"

namespace hrfcheck::inline report {
namespace {

namespace mustache = kainjow::mustache;

mustache::data listOf(const std::vector<PageCount>& counts) {
  mustache::data list = mustache::data::type::list;
  for (const PageCount& count : counts) {
    mustache::data entry;
    entry.set("text", count.text);
    entry.set("filter", count.filter);
    list << entry;
  }
  return list;
}

mustache::data listOf(const std::vector<RunNotice>& notices) {
  std::vector<PageCount> counts;
  for (const RunNotice& notice : notices) {
    counts.push_back({notice.text, notice.filter});
  }
  return listOf(counts);
}

mustache::data factsOf(const RunFacts& run, const std::vector<std::string>& models) {
  std::vector<std::pair<std::string, std::string>> facts = listed(run);
  if (!models.empty()) {
    facts.emplace_back("Models", fmt::format("{}", fmt::join(models, ", ")));
  }
  mustache::data list = mustache::data::type::list;
  for (const auto& [name, text] : facts) {
    mustache::data entry;
    entry.set("name", name);
    entry.set("text", text);
    list << entry;
  }
  return list;
}

/// A section of the page that is there only with a text.
void setText(mustache::data& view, const char* section, const std::string& text) {
  if (!text.empty()) {
    mustache::data inner;
    inner.set("text", text);
    view.set(section, inner);
  }
}

void setChanges(mustache::data& view, const PageData& page, const Changes& changes) {
  mustache::data inner;
  inner.set("file", changes.file);
  inner.set("version", changes.version);
  inner.set("counts", listOf(page.changes()));
  inner.set("none", changes.list.empty());
  inner.set("part", !changes.whole);
  view.set("changes", inner);
}

std::string scripts() {
  std::string text;
  for (const std::string_view script : {assets::page_js, assets::filters_js, assets::matrix_js,
                                        assets::source_js, assets::panel_js, assets::controls_js}) {
    text += script;
  }
  return text;
}

}  // namespace

HtmlPage htmlPage(const Rows& rows, const HtmlOptions& options) {
  PageData page(options);
  RunNotices notices;
  rows([&](const ResultRow& row) {
    page.add(row);
    notices.add(row);
  });
  page.addRemoved();
  mustache::data view;
  view.set("title", options.title);
  view.set("counts", listOf(page.counts()));
  view.set("facts", factsOf(options.run, page.models()));
  setText(view, "command", options.run.command);
  setText(view, "incomplete", incompleteText(options.extent));
  setText(view, "only", onlyText(options.extent));
  if (const auto open = notices.all(); !open.empty()) {
    mustache::data inner;
    inner.set("list", listOf(open));
    view.set("notices", inner);
  }
  if (options.changes != nullptr) {
    setChanges(view, page, *options.changes);
  }
  view.set("style", std::string(assets::page_css) + std::string(assets::panel_css));
  view.set("script", scripts());
  view.set("data", page.json());
  mustache::mustache layout{std::string(assets::page_mustache)};
  INVARIANT(layout.is_valid(), layout.error_message());
  return {layout.render(view), page.cells().detailed(), page.cells().left()};
}

std::string htmlReport(const Rows& rows, const HtmlOptions& options) {
  return htmlPage(rows, options).text;
}

}  // namespace hrfcheck::inline report
