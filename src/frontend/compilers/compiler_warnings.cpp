// Clang writes "queue.cl:3:5: warning: unused variable 'x'", with the line of code and a caret below; glslang
// writes "WARNING: stdin:2: '#extension' : extension not supported".

#include "frontend/compilers/compiler_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "frontend/compilers/opencl_compilers.h"
#include "frontend/compilers/specifications.h"
#include "util/text.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr std::string_view kGlslang = "WARNING: ";
constexpr std::string_view kClang = ": warning: ";

struct Warning {
  std::uint32_t line = 0;  ///< 0 where it is not said
  std::string_view message;
};

std::optional<std::uint32_t> numberAt(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end != text.data() ? std::optional(number) : std::nullopt;
}

/// `NAME:LINE`, where the name is one that the compiler was given for the text.
std::uint32_t lineIn(std::string_view place, std::string_view name) {
  constexpr std::string_view kPipe = "stdin:";
  const std::string_view file = place.starts_with(kPipe) ? kPipe.substr(0, kPipe.size() - 1) : name;
  return place.starts_with(file) && place.size() > file.size() && place[file.size()] == ':'
             ? numberAt(place.substr(file.size() + 1)).value_or(0)
             : 0;
}

std::optional<Warning> warningIn(std::string_view line, std::string_view name) {
  if (line.starts_with(kGlslang)) {
    const std::string_view rest = line.substr(kGlslang.size());
    const std::uint32_t number = lineIn(rest, name);
    const std::size_t behind = number == 0 ? std::string_view::npos : rest.find(": ");
    return Warning{number, behind == std::string_view::npos ? rest : rest.substr(behind + 2)};
  }
  const std::size_t at = line.find(kClang);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::uint32_t number = lineIn(line.substr(0, at), name);
  return Warning{number, number == 0 ? line : line.substr(at + kClang.size())};
}

Place placeOf(const SourcePtr& source, std::uint32_t line) {
  const std::uint32_t begin = line == 0 ? 0 : source->lineStart(line);
  if (line == 0 || begin >= source->fileEnd()) {
    return {source, {}};
  }
  const std::string_view text = source->line(line);
  const auto blanks = static_cast<std::uint32_t>(std::min(text.find_first_not_of(" \t"), text.size()));
  return {source, {begin + blanks, begin + static_cast<std::uint32_t>(text.size())}};
}

}  // namespace

void repeatCompilerWarnings(const SourcePtr& source, Diagnostics& diagnostics) {
  if (source->module() == nullptr) {
    return;
  }
  const auto said = std::string_view(source->module()->text()).substr(source->module()->fileEnd());
  for (const std::string_view line : linesOf(said)) {
    if (const auto warning = warningIn(line, source->name())) {
      const bool ours =
          warning->message.starts_with(kReadInstead) || warning->message.starts_with(kSpecifications);
      diagnostics.warning(placeOf(source, warning->line),
                          fmt::format("{}{}", ours ? "" : "the compiler says: ", warning->message));
    }
  }
}

}  // namespace hrfcheck::frontend::via
