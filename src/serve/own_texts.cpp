#include "serve/own_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "serve/refused.h"
#include "util/characters.h"

namespace hrfcheck::inline serve {
namespace {

constexpr std::size_t kMostTexts = 8;
constexpr std::size_t kLongestName = 40;

/// It becomes the name of a file.
bool isName(const std::string& name) {
  return !name.empty() && name.size() <= kLongestName && isLetterOrDigit(name.front()) &&
         std::ranges::all_of(name, [](char c) { return isLetterOrDigit(c) || c == '-' || c == '_'; });
}

void requireName(const std::string& field, const std::string& name, const std::vector<std::string>& taken) {
  if (!isName(name) || name == "all") {
    throw Refused(kBadRequest, fmt::format("'{}': '{}' is not a name: letters, digits, - and _, at most {}",
                                           field, name, kLongestName));
  }
  if (std::ranges::find(taken, name) != taken.end()) {
    throw Refused(kBadRequest, fmt::format("'{}': '{}' is installed; choose another name", field, name));
  }
}

}  // namespace

std::vector<OwnText> ownTextsIn(const nlohmann::json& body, const std::string& field,
                                const std::string& ending, const std::vector<std::string>& taken,
                                std::size_t longest) {
  if (!body.contains(field)) {
    return {};
  }
  const nlohmann::json& given = body.at(field);
  if (!given.is_object() || given.size() > kMostTexts) {
    throw Refused(kBadRequest,
                  fmt::format("'{}' must be an object with at most {} texts", field, kMostTexts));
  }
  std::vector<OwnText> texts;
  std::size_t size = 0;
  for (const auto& [name, value] : given.items()) {
    requireName(field, name, taken);
    if (!value.is_string()) {
      throw Refused(kBadRequest, fmt::format("'{}': '{}' must be a text", field, name));
    }
    texts.push_back({name, name + ending, value.get<std::string>()});
    size += texts.back().text.size();
    if (size > longest) {
      throw Refused(kTooLarge, fmt::format("'{}' are longer than {} bytes", field, longest));
    }
    if (texts.back().text.find('\0') != std::string::npos) {
      throw Refused(kBadRequest, fmt::format("'{}': '{}' contains a NUL character", field, name));
    }
  }
  return texts;
}

}  // namespace hrfcheck::inline serve
