#include "frontend/print/placement_text.h"

#include <fmt/format.h>

#include "frontend/shared/placement.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {
namespace {

/// Sets of levels: first the level within that of a device, then those around it, then those inside.
/// @param without a level that is not named; 0 for none
void addChoices(const Dialect& dialect, std::uint32_t without,
                std::vector<std::vector<std::uint32_t>>& choices) {
  const auto outermost = static_cast<std::uint32_t>(dialect.levels.size() - 1);
  const std::uint32_t group = dialect.sharedFrom - (dialect.sharedFrom - 1 == without ? 2 : 1);
  for (std::uint32_t inner = group; inner > kThreadLevel; --inner) {
    for (std::uint32_t outer = group; outer < outermost; ++outer) {
      std::vector<std::uint32_t> levels;
      for (std::uint32_t level = inner; level <= outer; ++level) {
        if (level != without || without == 0) {
          levels.push_back(level);
        }
      }
      choices.push_back(levels);
    }
  }
}

/// The sets of levels that a header may name, in the order in which they are tried: first those without the
/// level that need not be named.
std::vector<std::vector<std::uint32_t>> choicesOf(const Dialect& dialect) {
  std::vector<std::vector<std::uint32_t>> choices;
  if (dialect.oneInside != 0) {
    addChoices(dialect, dialect.oneInside, choices);
  }
  addChoices(dialect, 0, choices);
  return choices;
}

}  // namespace

PlacementText::PlacementText(const Program& program, const Dialect& dialect)
    : program_(program), dialect_(dialect) {
  for (const std::vector<std::uint32_t>& levels : choicesOf(dialect)) {
    named_ = levels;
    if (suffices(levels)) {
      return;
    }
  }
}

std::string PlacementText::header(ThreadId thread) const {
  std::string text = fmt::format("P{}", thread);
  for (const std::uint32_t level : named_) {
    text += fmt::format("{}{} {}", level == named_.front() ? "@" : ",", dialect_.levels[level],
                        id(thread, level));
  }
  return text;
}

std::uint32_t PlacementText::id(ThreadId thread, std::uint32_t level) const {
  return program_.scopes.instances()[program_.scopes.instanceOf(thread, level)].id;
}

bool PlacementText::suffices(const std::vector<std::uint32_t>& levels) const {
  std::vector<DeclaredIds> declared(program_.threads.size(), DeclaredIds(dialect_.levels.size()));
  for (ThreadId t = 0; t < declared.size(); ++t) {
    for (const std::uint32_t level : levels) {
      declared[t][level] = id(t, level);
    }
  }
  const auto ids = completeIds(declared, dialect_);
  for (ThreadId t = 0; t < ids.size(); ++t) {
    for (std::uint32_t level = kThreadLevel + 1; level + 1 < dialect_.levels.size(); ++level) {
      if (ids[t][level] != id(t, level)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace hrfcheck::frontend
