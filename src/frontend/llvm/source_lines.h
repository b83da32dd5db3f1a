#pragma once

#include <memory>
#include <string>

#include "frontend/llvm/wire/compiled_module.h"
#include "frontend/ptx/debug/origins.h"
#include "util/source.h"

namespace hrfcheck::frontend::llvm {

/// Where the instructions of a module come from: lines of the source, where these are found, or of the
/// module, where that is text.
class SourceLines {
 public:
  SourceLines(const CompiledModule& compiled, const SourcePtr& written);

  c::Origin originOf(std::uint32_t number);
  /// Where mistakes are shown.
  Place placeOf(std::uint32_t number);
  std::string nameOf(std::uint32_t number) const;
  /// A line; nothing where it is not found.
  std::optional<Place> lineOf(std::optional<std::uint32_t> line);

 private:
  /// The innermost of a line and of those that it was called from that is found.
  const CodeLine* found(std::optional<std::uint32_t> line);
  std::string callsTo(const CodeLine& line);
  Place inModule(const CodeOrigin& origin) const;

  std::vector<CodeOrigin> origins_;
  std::vector<CodeLine> lines_;
  SourcePtr written_;
  ptx::SourceFiles files_;
};

}  // namespace hrfcheck::frontend::llvm
