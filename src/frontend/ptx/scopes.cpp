#include "frontend/ptx/scopes.h"

#include <charconv>

namespace hrfcheck::frontend::ptx {
namespace {

struct NumberedName {
  std::string_view prefix;
  std::uint32_t number;
};

/// `%r12` is number 12 of `%r`; nothing for names without a number, and with needless zeros.
std::optional<NumberedName> numbered(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == name.size()) {
    return std::nullopt;
  }
  const std::string_view digits = name.substr(last + 1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || (digits.size() > 1 && digits.front() == '0')) {
    return std::nullopt;
  }
  return NumberedName{name.substr(0, last + 1), number};
}

template <typename Numbers>
std::optional<std::uint32_t> numberOf(const Numbers& numbers, std::string_view name) {
  const auto found = numbers.find(name);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

void Scopes::open() {
  Names names;
  names.parent = current_;
  current_ = static_cast<Scope>(scopes_.size());
  scopes_.push_back(std::move(names));
  ++depth_;
}

void Scopes::close() {
  current_ = scopes_[current_].parent;
  --depth_;
}

bool Scopes::addVariable(const std::string& name, std::uint32_t variable) {
  scopes_[current_].declared.push_back(variable);
  return scopes_[current_].variables.emplace(name, variable).second;
}

bool Scopes::addRegisters(const std::string& name, std::optional<std::uint32_t> count, PtxType type,
                          std::uint32_t vector) {
  return scopes_[current_].registers.emplace(name, Registers{count, type, vector}).second;
}

bool Scopes::addLabel(const std::string& name, std::uint32_t instruction) {
  return scopes_[current_].labels.emplace(name, instruction).second;
}

/// What the innermost of some scopes, one inside of the other, has.
template <typename Find>
std::optional<std::uint32_t> Scopes::innermost(Scope from, Find find) {
  for (Scope scope = from;; scope = scopes_[scope].parent) {
    if (const std::optional<std::uint32_t> found = find(scopes_[scope])) {
      return found;
    }
    if (scope == 0) {
      return std::nullopt;
    }
  }
}

std::optional<std::uint32_t> Scopes::variable(std::string_view name) {
  return innermost(current_, [&](const Names& names) { return numberOf(names.variables, name); });
}

std::optional<std::uint32_t> Scopes::label(std::string_view name, Scope from) {
  return innermost(from, [&](const Names& names) { return numberOf(names.labels, name); });
}

std::optional<std::uint32_t> Scopes::registerOf(std::string_view name, PtxFunction& function) {
  return innermost(current_, [&](Names& names) { return registerIn(names, name, function); });
}

std::optional<std::uint32_t> Scopes::registerIn(Names& names, std::string_view name, PtxFunction& function) {
  if (const auto known = names.used.find(name); known != names.used.end()) {
    return known->second;
  }
  auto declared = names.registers.find(name);
  bool found = declared != names.registers.end() && !declared->second.count;
  if (const auto split = found ? std::nullopt : numbered(name)) {
    declared = names.registers.find(split->prefix);
    found = declared != names.registers.end() && declared->second.count &&
            split->number < *declared->second.count;
  }
  if (!found) {
    return std::nullopt;
  }
  const auto number = static_cast<std::uint32_t>(function.registers.size());
  function.registers.push_back({std::string(name), declared->second.type, declared->second.vector});
  names.used.emplace(name, number);
  return number;
}

}  // namespace hrfcheck::frontend::ptx
