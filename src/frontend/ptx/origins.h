#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/c/code_builder.h"
#include "frontend/ptx/source_files.h"
#include "frontend/ptx/syntax.h"

namespace hrfcheck::frontend::ptx {

/// Where instructions come from: their lines of PTX, and those of the source that a compiler read.
class Origins {
 public:
  Origins(const PtxModule& module, const SourcePtr& source)
      : source_(source), files_(source->name(), module.files), locations_(module.locations) {}

  std::uint32_t add(const PtxInstruction& instruction);
  /// Its place is the line of the source, where that is found, and the text too, with the line of PTX behind
  /// it; else those of PTX.
  c::Origin originOf(std::uint32_t number) const { return entries_[number].origin; }
  Place placeInModule(std::uint32_t number) const { return entries_[number].place; }
  /// In quotes.
  std::string nameOf(std::uint32_t number) const { return entries_[number].name; }

 private:
  struct Entry {
    c::Origin origin;
    Place place;
    std::string name;
  };

  std::string textOf(const PtxInstruction& instruction) const;
  std::optional<Place> lineOf(const PtxInstruction& instruction);

  SourcePtr source_;
  SourceFiles files_;
  std::vector<SourceLocation> locations_;
  std::vector<Entry> entries_;
};

}  // namespace hrfcheck::frontend::ptx
