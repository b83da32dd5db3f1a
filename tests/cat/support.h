#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cat/library.h"
#include "cat/model/text.h"

namespace hrfcheck::test {

inline std::filesystem::path inputsFolder() {
  return std::filesystem::path(HRFCHECK_SOURCE_DIR) / "tests" / "cat" / "inputs";
}
inline std::filesystem::path modelsFolder() {
  return std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models";
}

inline SourcePtr sourceOf(const std::string& text) {
  return std::make_shared<const Source>((inputsFolder() / "text.cat").string(), text);
}
inline Model modelOf(const std::string& text) {
  return parseModel(sourceOf(text), {});
}

/// Every cat file of the inputs and of models/, sorted.
std::vector<std::filesystem::path> catFiles();

/// The resolved form of `name` in a model, everything written out.
inline std::string resolved(const std::string& text, const std::string& name = "x") {
  const Model model = modelOf(text);
  return toText(model, model.definitions.at(name), CatTextStyle::Full);
}

/// The first error of a text as "LINE:COLUMN: message", or "" when there is none.
std::string firstError(const std::string& text);

}  // namespace hrfcheck::test
