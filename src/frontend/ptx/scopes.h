#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ptx/syntax.h"

namespace hrfcheck::frontend::ptx {

/// The nested scopes of a module's text, and the names declared in each of them. A scope that has ended is
/// still asked: labels are looked up when their function is complete.
class Scopes {
 public:
  using Scope = std::uint32_t;

  Scope current() const { return current_; }
  void open();
  void close();
  unsigned depth() const { return depth_; }

  /// @return whether the name is new in its scope
  bool addVariable(const std::string& name, std::uint32_t variable);
  /// `%r<48>` declares %r0 to %r47; without a count, the name alone.
  bool addRegisters(const std::string& name, std::optional<std::uint32_t> count, PtxType type,
                    std::uint32_t vector);
  bool addLabel(const std::string& name, std::uint32_t instruction);

  std::optional<std::uint32_t> variable(std::string_view name);
  std::optional<std::uint32_t> label(std::string_view name, Scope from);
  /// The register of that name, which is entered into the function when it is asked for first.
  std::optional<std::uint32_t> registerOf(std::string_view name, PtxFunction& function);
  /// The variables of the scope that is closed next.
  const std::vector<std::uint32_t>& variablesHere() const { return scopes_[current_].declared; }

 private:
  struct Registers {
    std::optional<std::uint32_t> count;
    PtxType type;
    std::uint32_t vector;
  };
  struct Names {
    Scope parent = 0;
    std::map<std::string, std::uint32_t, std::less<>> variables;
    std::vector<std::uint32_t> declared;
    std::map<std::string, std::uint32_t, std::less<>> labels;
    std::map<std::string, Registers, std::less<>> registers;
    std::map<std::string, std::uint32_t, std::less<>> used;  ///< registers, by their numbers in the function
  };

  template <typename Find>
  std::optional<std::uint32_t> innermost(Scope from, Find find);
  std::optional<std::uint32_t> registerIn(Names& names, std::string_view name, PtxFunction& function);

  std::vector<Names> scopes_{Names{}};
  Scope current_ = 0;
  unsigned depth_ = 0;
};

}  // namespace hrfcheck::frontend::ptx
