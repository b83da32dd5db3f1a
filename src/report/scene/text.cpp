#include "report/scene/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

/// A character, and how a format writes it.
using Row = std::pair<std::string_view, std::string_view>;
constexpr std::array kTexRows{Row{"\\", "\\textbackslash{}"},
                              Row{"{", "\\{"},
                              Row{"}", "\\}"},
                              Row{"$", "\\$"},
                              Row{"&", "\\&"},
                              Row{"#", "\\#"},
                              Row{"_", "\\_"},
                              Row{"%", "\\%"},
                              Row{"^", "\\textasciicircum{}"},
                              Row{"~", "\\textasciitilde{}"},
                              Row{"<", "\\ensuremath{<}"},
                              Row{">", "\\ensuremath{>}"},
                              Row{"|", "\\ensuremath{|}"},
                              Row{"*", "\\ensuremath{*}"},
                              Row{"\"", "\\char34{}"},
                              Row{"-", "-{}"},  // no dashes of several
                              Row{"'", "'{}"},
                              Row{"`", "\\char96{}"},
                              Row{"\u00a0", "~"},
                              Row{"→", "\\ensuremath{\\to}"},
                              Row{"←", "\\ensuremath{\\leftarrow}"},
                              Row{"×", "\\ensuremath{\\times}"},
                              Row{"·", "\\ensuremath{\\cdot}"},
                              Row{"∧", "\\ensuremath{\\wedge}"},
                              Row{"∨", "\\ensuremath{\\vee}"},
                              Row{"…", "\\ldots{}"},
                              Row{"–", "--"}};
constexpr std::array kHtmlRows{Row{"&", "&amp;"}, Row{"<", "&lt;"}, Row{">", "&gt;"}, Row{"\"", "&quot;"},
                               // Graphviz would drop leading spaces and join others.
                               Row{" ", "&#160;"}};

/// How many bytes the character that begins so has.
std::size_t lengthOf(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

template <std::size_t N>
std::string_view writtenBy(const std::array<Row, N>& rows, std::string_view character,
                           std::string_view otherwise) {
  const auto row = std::ranges::find(rows, character, &Row::first);
  return row == rows.end() ? otherwise : row->second;
}

/// In ems; the widest of the usual sans-serif fonts.
double emsOf(char c) {
  static constexpr std::string_view kNarrow = "iljtfrI.,:;|!()[]/' ";
  static constexpr std::string_view kWide = "mwMWQO@%";
  if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) {
    return 0;
  }
  if (kNarrow.find(c) != std::string_view::npos) {
    return 0.36;
  }
  if (kWide.find(c) != std::string_view::npos) {
    return 0.9;
  }
  const bool upper = c >= 'A' && c <= 'Z';
  const bool ascii = static_cast<unsigned char>(c) < 0x80;
  return upper ? 0.72 : ascii ? 0.6 : 1.0;
}

}  // namespace

std::string dotHtml(const std::string& text) {
  const std::string clean = cleaned(text, Controls::None);
  std::string result;
  for (std::size_t at = 0; at < clean.size(); ++at) {
    const std::string_view character = std::string_view(clean).substr(at, 1);
    result += writtenBy(kHtmlRows, character, character);
  }
  return result;
}

std::string dotQuoted(const std::string& text) {
  std::string escaped = "\"";
  for (const char c : cleaned(text, Controls::None)) {
    if (c == '"' || c == '\\') {
      escaped += '\\';
    }
    escaped += c;
  }
  return escaped + "\"";
}

std::string tikzText(const std::string& text) {
  const std::string clean = cleaned(text, Controls::None);
  std::string result;
  for (std::size_t at = 0; at < clean.size();) {
    const std::size_t length = lengthOf(static_cast<unsigned char>(clean[at]));
    const bool blank = clean[at] == ' ' && (at == 0 || clean[at - 1] == ' ');
    const std::string_view character = std::string_view(clean).substr(at, length);
    result += blank ? "~" : writtenBy(kTexRows, character, character.size() == 1 ? character : "?");
    at += length;
  }
  return result;
}

double textWidth(const std::string& text, double size) {
  double width = 0;
  for (const char c : text) {
    width += emsOf(c);
  }
  return width * size;
}

double typewriterWidth(const std::string& text) {
  return 7.3 * static_cast<double>(characters(text));
}

}  // namespace hrfcheck::inline report
