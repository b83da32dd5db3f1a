#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/convert/roles.h"
#include "frontend/shared/dialect.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// The levels of a test's dialect in another one, and the scope tree that the threads have there.
class ScopeMap {
 public:
  /// All must outlive this.
  /// @throws UserError where the threads are on several devices, and the other dialect has one
  ScopeMap(const Program& program, const Dialect& from, const Dialect& to);

  /// Nothing where the other dialect has no such level.
  std::optional<std::uint32_t> level(std::uint32_t from) const;
  /// Ids are kept where they stay distinct.
  ScopeTree tree() const;
  /// "scopes: wi as thread, wv without a counterpart, wg as cta, ..."
  std::string table() const;

 private:
  std::optional<std::uint32_t> levelOf(Role role) const;
  void refuseDevices() const;
  std::optional<std::uint32_t> sourceLevel(std::uint32_t level) const;

  const Program& program_;
  const Dialect& from_;
  const Dialect& to_;
  std::span<const Role> fromRoles_;
  std::span<const Role> toRoles_;
};

}  // namespace hrfcheck::frontend
