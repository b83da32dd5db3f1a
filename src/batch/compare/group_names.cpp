#include "batch/compare/group_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "util/invariant.h"
#include "util/utf8.h"

namespace hrfcheck::inline batch {
namespace {

constexpr std::size_t kMostNamed = 2;
constexpr std::size_t kColumns = 80;

}  // namespace

std::string groupName(const std::vector<std::string>& models) {
  INVARIANT(!models.empty(), "a group has a model");
  return models.size() <= kMostNamed ? allNames(models)
                                     : fmt::format("{} (and {} more)", models.front(), models.size() - 1);
}

std::string allNames(const std::vector<std::string>& models) {
  return fmt::format("{}", fmt::join(models, ", "));
}

std::string namesOnLines(const std::vector<std::string>& models, const std::string& indent) {
  std::string text;
  std::string line = indent;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const std::string name = models[i] + (i + 1 < models.size() ? "," : "");
    if (line != indent && characters(line) + characters(name) >= kColumns) {
      text += line + "\n";
      line = indent;
    }
    line += (line == indent ? "" : " ") + name;
  }
  return text + line + "\n";
}

}  // namespace hrfcheck::inline batch
