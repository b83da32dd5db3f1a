#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "frontend/llvm/reader/debug_names.h"
#include "frontend/llvm/reader/target.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"

namespace hrfcheck::frontend::llvm::reader {

/// Everything of a module that hrfcheck reads.
/// @param text of the module, where it is text
CompiledModule translate(ir::Module& module, std::string_view text);

/// An instruction, or a whole module, that is not supported, and why.
struct NotTranslated {
  std::string message;
};

/// What functions of a module have in common.
class ModuleTranslator {
 public:
  explicit ModuleTranslator(ir::Module& module);

  CompiledModule run(std::string_view text);

  const Target& target() const { return target_; }
  const ir::DataLayout& layout() const { return layout_; }
  ir::Module& module() { return module_; }
  /// The object of a variable, made when it is asked for first.
  /// @throws NotTranslated
  std::uint32_t objectOf(const ir::GlobalVariable& variable);
  std::uint32_t newObject(lowlevel::ObjectDeclaration object);
  const lowlevel::ObjectDeclaration& object(std::uint32_t number) const {
    return made_.module.objects[number];
  }
  /// The number of an instruction among the origins.
  std::uint32_t originOf(const ir::Instruction& instruction);
  /// Where the reader finds the line of an instruction of a module that is text.
  static constexpr const char* kLineKind = "hrfcheck.line";

 private:
  void entry(ir::Function& function);
  void initialize(std::uint32_t object, const ir::GlobalVariable& variable);
  void fill(lowlevel::ObjectDeclaration& object, const ir::Constant& value, std::uint64_t offset);
  void refuseInitializedByCode() const;
  void nameVariables();
  void answer();
  std::optional<std::uint32_t> lineOf(const ir::DILocation* location);
  std::uint32_t fileOf(const ir::DIFile* file);
  std::string textOf(const ir::Instruction& instruction);

  ir::Module& module_;
  const ir::DataLayout& layout_;
  Target target_;
  CompiledModule made_;
  DebugNames names_;
  ir::ModuleSlotTracker slots_;
  const ir::Function* printed_ = nullptr;
  std::map<const ir::GlobalVariable*, std::uint32_t> objects_;
  std::map<const ir::DILocation*, std::uint32_t> lines_;
  std::map<std::string, std::uint32_t, std::less<>> files_;
};

}  // namespace hrfcheck::frontend::llvm::reader
