#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/llvm/reader/target.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace hrfcheck::frontend::llvm::reader {

/// What debugging information calls parameters and variables, and their types.
class DebugNames {
 public:
  struct Named {
    std::string name;
    std::optional<std::uint32_t> type = std::nullopt;
    std::optional<std::uint32_t> pointsTo = std::nullopt;
  };

  /// @param types types are added to it
  explicit DebugNames(std::vector<CompiledType>& types) : types_(types) {}

  /// Of the arguments of a function, by their numbers.
  std::vector<Named> parametersOf(const ir::Function& function);
  std::optional<Named> variableOf(const ir::GlobalVariable& variable);

 private:
  std::optional<std::uint32_t> typeOf(const ir::DIType* type);
  std::optional<std::uint32_t> make(const ir::DIType* type);
  std::uint32_t add(CompiledType type);
  Named named(const ir::DIVariable& variable);

  std::vector<CompiledType>& types_;
  std::map<const ir::DIType*, std::optional<std::uint32_t>> known_;
};

}  // namespace hrfcheck::frontend::llvm::reader
