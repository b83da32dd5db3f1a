#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cat/library.h"

namespace hrfcheck::test {

inline ModelLibrary modelLibrary() {
  return ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
}

inline std::vector<std::shared_ptr<const Model>> modelsNamed(const std::vector<std::string>& names) {
  std::vector<std::shared_ptr<const Model>> models;
  for (const std::string& name : names) {
    models.push_back(std::make_shared<const Model>(modelLibrary().load(name)));
  }
  return models;
}

/// A model by its text.
inline std::shared_ptr<const Model> modelOf(const std::string& text) {
  return std::make_shared<const Model>(parseModel(std::make_shared<const Source>("test.cat", text), {}));
}

}  // namespace hrfcheck::test
