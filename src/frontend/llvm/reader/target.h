#pragma once

#include <optional>
#include <string>

#include "frontend/llvm/wire/compiled_module.h"

// LLVM's headers are in files of this folder alone. `ir` is LLVM's namespace, whose name is that of ours.
namespace llvm {
class Module;
}
namespace ir = ::llvm;

namespace hrfcheck::frontend::llvm::reader {

/// For what machine a module is: what its address spaces and scopes mean.
enum class Machine { Amdgcn, Nvptx, Spir, Host };

/// A scope of an atomic operation.
struct NamedScope {
  std::uint32_t level = 0;
  bool oneAddressSpace = false;  ///< AMD's `-one-as`
};

class Target {
 public:
  explicit Target(const ir::Module& module);

  Machine machine() const { return machine_; }
  ModuleLanguage language() const { return language_; }

  /// Where accesses through pointers of an address space lead; nothing for one that is not supported.
  /// Sources: LLVM, "User Guide for AMDGPU Backend", table of address spaces; "User Guide for NVPTX
  /// Back-end", "Address Spaces"; clang's SPIR target.
  std::optional<lowlevel::Space> accessed(unsigned addressSpace) const;
  /// Where a variable in it lies.
  std::optional<lowlevel::Space> declared(unsigned addressSpace) const;
  /// The level of a `syncscope`; empty is that of the system. Nothing for an unknown one.
  std::optional<NamedScope> scope(std::string name) const;
  /// The address of nothing in a window of 32 bits, as a number of it (AMD: all bits set).
  std::optional<std::uint64_t> nullIn(lowlevel::Space space) const;

 private:
  Machine machine_ = Machine::Host;
  ModuleLanguage language_ = ModuleLanguage::C;
};

}  // namespace hrfcheck::frontend::llvm::reader
