#include "frontend/columns/dialects.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "frontend/c_dialects.h"
#include "frontend/litmus.h"
#include "frontend/shared/dialect.h"
#include "frontend/shared/text/cursor.h"
#include "frontend/shared/text/preamble.h"

namespace hrfcheck::frontend {
namespace {

const std::array<const Dialect*, 9> kDialects = {&kHsaDialect,    &kOpenClDialect, &kCDialect,
                                                 &kCudaDialect,   &kHipDialect,    &kPtxDialect,
                                                 &kVulkanDialect, &kAmdgpuDialect, &kLisaDialect};

/// Other first words of files of a dialect.
struct OtherName {
  std::string_view name;
  const Dialect* dialect;
};
const std::array<OtherName, 1> kOtherNames = {{{"BELL", &kLisaDialect}}};

/// First words of files that are known for what they are, but cannot be read.
constexpr std::array<std::string_view, 8> kKnownDialects = {"AARCH64", "ARM", "MIPS",   "PPC",
                                                            "RISCV",   "X86", "X86_64", "JAVA"};

std::string upperCase(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

bool knownButUnsupported(const std::string& upper) {
  return std::ranges::find(kKnownDialects, upper) != kKnownDialects.end();
}

std::vector<std::string> dialectNames() {
  std::vector<std::string> names;
  for (const Dialect* dialect : kDialects) {
    names.emplace_back(dialect->name);
  }
  return names;
}

}  // namespace

std::optional<std::uint32_t> findLevel(const Dialect& dialect, std::string_view name) {
  for (const LevelName& level : dialect.levelNames) {
    if (level.name == name) {
      return level.level;
    }
  }
  return std::nullopt;
}

std::string levelList(const Dialect& dialect) {
  return commaList(std::vector<std::string>(dialect.levels.begin(), dialect.levels.end()));
}

std::span<const Dialect* const> supportedDialects() {
  return kDialects;
}

bool isDialectWord(const std::string& word) {
  const std::string upper = upperCase(word);
  const auto is = [&](std::string_view name) { return upper == name; };
  return std::ranges::any_of(kDialects, is, &Dialect::name) ||
         std::ranges::any_of(kOtherNames, is, &OtherName::name) || knownButUnsupported(upper);
}

const Dialect& dialectOf(const std::string& word, const Place& place) {
  const std::string upper = upperCase(word);
  for (const Dialect* dialect : kDialects) {
    if (upper == dialect->name) {
      return *dialect;
    }
  }
  for (const OtherName& other : kOtherNames) {
    if (upper == other.name) {
      return *other.dialect;
    }
  }
  const std::string supported = "supported: " + commaList(dialectNames());
  if (knownButUnsupported(upper)) {
    throw UserError(place, fmt::format("dialect {} is not supported yet; {}", upper, supported));
  }
  const std::string near = didYouMean(upper, dialectNames());
  throw UserError(place, fmt::format("unknown dialect '{}'", word), near.empty() ? supported : near);
}

}  // namespace hrfcheck::frontend

namespace hrfcheck {

std::optional<std::string> unsupportedDialect(const SourcePtr& source) {
  try {
    const std::string upper = frontend::upperCase(frontend::readHeading(source).dialect);
    return frontend::knownButUnsupported(upper) ? std::optional(upper) : std::nullopt;
  } catch (const UserError&) {
    return std::nullopt;
  }
}

std::vector<DialectInfo> dialects() {
  std::vector<DialectInfo> result;
  for (const frontend::Dialect* dialect : frontend::supportedDialects()) {
    result.push_back({std::string(dialect->name),
                      std::vector<std::string>(dialect->levels.begin(), dialect->levels.end()),
                      std::string(dialect->summary)});
  }
  return result;
}

}  // namespace hrfcheck
