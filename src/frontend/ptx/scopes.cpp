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

std::optional<std::uint32_t> Scopes::variable(std::string_view name) const {
  for (Scope scope = current_;; scope = scopes_[scope].parent) {
    if (const auto found = scopes_[scope].variables.find(name); found != scopes_[scope].variables.end()) {
      return found->second;
    }
    if (scope == 0) {
      return std::nullopt;
    }
  }
}

std::optional<std::uint32_t> Scopes::label(std::string_view name, Scope from) const {
  for (Scope scope = from;; scope = scopes_[scope].parent) {
    if (const auto found = scopes_[scope].labels.find(name); found != scopes_[scope].labels.end()) {
      return found->second;
    }
    if (scope == 0) {
      return std::nullopt;
    }
  }
}

std::optional<std::uint32_t> Scopes::registerOf(std::string_view name, PtxFunction& function) {
  for (Scope scope = current_;; scope = scopes_[scope].parent) {
    if (const auto found = registerIn(scopes_[scope], name, function)) {
      return found;
    }
    if (scope == 0) {
      return std::nullopt;
    }
  }
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
