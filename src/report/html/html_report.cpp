// One file that opens from disk: style, script and results stand in the page (the template is
// html/page.html). The results are JSON in a script element that is no program; the scripts beside this
// file build the matrix from them as the reader scrolls, so that ten thousand tests are no slower than a
// hundred.

#include "report/html/html_report.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "report/html/page_data.h"
#include "report/html/run_notices.h"
#include "util/invariant.h"
#include "util/mapped.h"

/// The files of this folder, compiled in (cmake/Embed.cmake). The scripts are parts of one program, in the
/// order in which they stand here.
namespace hrfcheck::assets {

extern const std::string_view page_html;
extern const std::string_view page_css;   ///< the page, its head and the matrix
extern const std::string_view panel_css;  ///< the details of a result
extern const std::string_view page_js;    ///< what is shared: the data, making elements, the theme
extern const std::string_view filters_js;
extern const std::string_view matrix_js;
extern const std::string_view source_js;
extern const std::string_view panel_js;
extern const std::string_view controls_js;

}  // namespace hrfcheck::assets

namespace hrfcheck::inline report {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string countsHtml(const std::vector<PageCount>& counts) {
  return concatenated(counts, [&](const PageCount& count) {
    return fmt::format("<span class=\"count {0}\" data-filter=\"{0}\">{1}</span> ", escaped(count.filter),
                       escaped(count.text));
  });
}

std::string factsHtml(const RunFacts& run, const std::vector<std::string>& models) {
  std::vector<std::pair<std::string, std::string>> facts = listed(run);
  if (!models.empty()) {
    facts.emplace_back("Models", fmt::format("{}", fmt::join(models, ", ")));
  }
  std::string html;
  for (const auto& [name, text] : facts) {
    html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div> ", escaped(name), escaped(text));
  }
  if (!run.command.empty()) {
    html +=
        fmt::format("<div class=\"command\"><dt>Command</dt><dd tabindex=\"0\"><code>{}</code></dd></div>",
                    escaped(run.command));
  }
  return html;
}

/// What a reader must know before the results.
std::string noticesHtml(const std::string& incomplete, const std::string& only,
                        const std::vector<RunNotice>& notices) {
  std::string html;
  if (!incomplete.empty()) {
    html += fmt::format("<p class=\"incomplete\" role=\"alert\">This run is incomplete. {}.</p>\n  ",
                        escaped(incomplete));
  }
  if (!only.empty()) {
    html += fmt::format("<p class=\"incomplete\">{}</p>\n  ", escaped(only));
  }
  if (!notices.empty()) {
    html += "<div class=\"notices\" role=\"note\"><p>Some results are missing or are not answers:</p><ul>";
    for (const RunNotice& notice : notices) {
      html += fmt::format("<li><span class=\"notice\" data-filter=\"{}\">{}</span></li>",
                          escaped(notice.filter), escaped(notice.text));
    }
    html += "</ul></div>\n  ";
  }
  return html;
}

std::string changesHtml(const PageData& page, const Changes& changes) {
  return fmt::format(
      "<p class=\"counts changes\"><span>Since {} (hrfcheck {}):</span> {}{}{}</p>\n  ",
      escaped(changes.file), escaped(changes.version),
      changes.list.empty() ? "<span>nothing has changed</span>" : "", countsHtml(page.changes()),
      changes.whole ? "" : "<span>This run did not cover every test; removed rows are not listed.</span>");
}

/// A text with other texts in place of their names in double braces.
std::string filled(std::string_view text, const std::map<std::string, std::string, std::less<>>& parts) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find("{{", at), text.size());
    result += text.substr(at, open - at);
    if (open == text.size()) {
      break;
    }
    const std::size_t close = text.find("}}", open);
    const auto part = parts.find(text.substr(open + 2, close - open - 2));
    INVARIANT(part != parts.end(), "every part of the page is known");
    result += part->second;
    at = close + 2;
  }
  return result;
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
  const std::string incomplete = incompleteText(options.extent);
  const std::string title = escaped(options.title);
  return {filled(assets::page_html,
                 {{"page-title", (incomplete.empty() ? "" : "Incomplete: ") + title},
                  {"title", title},
                  {"style", std::string(assets::page_css) + std::string(assets::panel_css)},
                  {"facts", factsHtml(options.run, page.models())},
                  {"notices", noticesHtml(incomplete, onlyText(options.extent), notices.all())},
                  {"counts", countsHtml(page.counts())},
                  {"changes", options.changes == nullptr ? "" : changesHtml(page, *options.changes)},
                  {"data", page.json()},
                  {"script", scripts()}}),
          page.cells().detailed(), page.cells().left()};
}

std::string htmlReport(const Rows& rows, const HtmlOptions& options) {
  return htmlPage(rows, options).text;
}

}  // namespace hrfcheck::inline report
