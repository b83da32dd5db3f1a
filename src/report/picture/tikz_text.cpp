#include "report/picture/tikz_text.h"

#include <array>
#include <string_view>
#include <utility>

#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

using TexRow = std::pair<std::string_view, std::string_view>;
constexpr std::array kTexRows{TexRow{"\\", "\\textbackslash{}"},
                              TexRow{"{", "\\{"},
                              TexRow{"}", "\\}"},
                              TexRow{"$", "\\$"},
                              TexRow{"&", "\\&"},
                              TexRow{"#", "\\#"},
                              TexRow{"_", "\\_"},
                              TexRow{"%", "\\%"},
                              TexRow{"^", "\\textasciicircum{}"},
                              TexRow{"~", "\\textasciitilde{}"},
                              TexRow{"<", "\\ensuremath{<}"},
                              TexRow{">", "\\ensuremath{>}"},
                              TexRow{"|", "\\ensuremath{|}"},
                              TexRow{"*", "\\ensuremath{*}"},
                              TexRow{"\"", "\\char34{}"},
                              TexRow{"-", "-{}"},  // no dashes of several
                              TexRow{"'", "'{}"},
                              TexRow{"`", "\\char96{}"},
                              TexRow{"\u00a0", "~"},
                              TexRow{"→", "\\ensuremath{\\to}"},
                              TexRow{"←", "\\ensuremath{\\leftarrow}"},
                              TexRow{"×", "\\ensuremath{\\times}"},
                              TexRow{"·", "\\ensuremath{\\cdot}"},
                              TexRow{"∧", "\\ensuremath{\\wedge}"},
                              TexRow{"∨", "\\ensuremath{\\vee}"},
                              TexRow{"…", "\\ldots{}"},
                              TexRow{"–", "--"}};

/// How many bytes the character that begins so has.
std::size_t lengthOf(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

std::string written(std::string_view character) {
  for (const auto& [from, to] : kTexRows) {
    if (from == character) {
      return std::string(to);
    }
  }
  return character.size() == 1 ? std::string(character) : "?";
}

}  // namespace

std::string tikzText(const std::string& text) {
  const std::string clean = cleaned(text, Controls::None);
  std::string result;
  for (std::size_t at = 0; at < clean.size();) {
    const std::size_t length = lengthOf(static_cast<unsigned char>(clean[at]));
    const bool blank = clean[at] == ' ' && (at == 0 || clean[at - 1] == ' ');
    result += blank ? "~" : written(std::string_view(clean).substr(at, length));
    at += length;
  }
  return result;
}

}  // namespace hrfcheck::inline report
