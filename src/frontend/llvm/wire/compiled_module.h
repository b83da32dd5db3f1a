#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/lowlevel/module/module.h"
#include "frontend/lowlevel/module/source_type.h"

/// What the program that reads LLVM's modules (`reader/`) says of one, and how it is written.
namespace hrfcheck::frontend::llvm {

/// What a module was compiled of, or for: it decides which levels and models there are.
enum class ModuleLanguage { OpenCl, Hip, Cuda, C };

/// A line of the source, and where the code was called that was put in there.
struct CodeLine {
  std::uint32_t file = 0;  ///< of CompiledModule::files
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::optional<std::uint32_t> caller = std::nullopt;  ///< an earlier one of CompiledModule::lines
};

/// What is known of an instruction.
struct CodeOrigin {
  std::string name;                                      ///< "load atomic i32"
  std::string text;                                      ///< the instruction
  std::optional<std::uint32_t> line = std::nullopt;      ///< of CompiledModule::lines
  std::optional<std::uint32_t> textLine = std::nullopt;  ///< in a module that is text
};

/// A field of a type of the source; of an earlier type of the list.
struct CompiledField {
  std::string name;
  std::uint64_t offset = 0;
  std::uint32_t type = 0;
};
/// A type of the source (lowlevel/module/source_type.h); types are named by their places in a list.
struct CompiledType {
  std::uint64_t bytes = 0;
  std::optional<lowlevel::ElementType> element = std::nullopt;
  std::vector<CompiledField> fields = {};
  std::optional<std::uint32_t> of = std::nullopt;
  bool pointer = false;
};

/// A parameter of a kernel, or a variable, as the source calls it.
struct CompiledName {
  std::string name;
  std::uint32_t object = 0;
  std::optional<std::uint32_t> type = std::nullopt;
  std::optional<std::uint32_t> pointsTo = std::nullopt;
  bool parameter = false;
};

struct CompiledEntry {
  std::string symbol;
  std::string called;  ///< as its author calls it
  std::uint32_t function = 0;
  std::vector<CompiledName> parameters = {};
  std::optional<std::array<std::uint32_t, 3>> requiredBlock = std::nullopt;
  std::optional<std::array<std::uint32_t, 3>> largestBlock = std::nullopt;
  std::optional<std::uint32_t> line = std::nullopt;
};

/// What a compiler was asked for behind a text (compilers/cuda_questions.h): a variable of that name holds
/// the address of a function, or a number.
struct CompiledAnswer {
  std::string variable;
  std::string symbol;  ///< of the function; empty of a number
  std::uint64_t number = 0;
};

/// A module as code over registers and bytes, with what else is known of it. `module` has no places: they are
/// made of `origins`, by the numbers of instructions.
struct CompiledModule {
  ModuleLanguage language = ModuleLanguage::C;
  std::string target;  ///< "amdgcn-amd-amdhsa"
  lowlevel::Module module;
  std::vector<CompiledEntry> entries = {};
  std::vector<CompiledName> variables = {};
  std::vector<CompiledAnswer> answers = {};
  std::vector<CodeOrigin> origins = {};
  std::vector<CodeLine> lines = {};
  std::vector<std::string> files = {};
  std::vector<CompiledType> types = {};
  /// Why the module cannot be read; then there is nothing else in it.
  std::string failure = {};
};

}  // namespace hrfcheck::frontend::llvm
