#include "frontend/c/lower/lowering.h"

#include <ranges>

namespace hrfcheck::frontend::c {

Variable* Scopes::find(std::string_view name) {
  for (auto& scope : std::views::reverse(scopes_)) {
    const auto it = scope.find(name);
    if (it != scope.end()) {
      return &it->second;
    }
  }
  return nullptr;
}

Variable& Scopes::add(std::string_view name, Variable variable) {
  return scopes_.back().insert_or_assign(name, std::move(variable)).first->second;
}

Variable& Scopes::addOutermost(std::string_view name, Variable variable) {
  return scopes_.front().insert_or_assign(name, std::move(variable)).first->second;
}

std::vector<std::string> Scopes::names() const {
  std::vector<std::string> result;
  for (const auto& scope : scopes_) {
    for (const auto& [name, variable] : scope) {
      result.emplace_back(name);
    }
  }
  return result;
}

}  // namespace hrfcheck::frontend::c
