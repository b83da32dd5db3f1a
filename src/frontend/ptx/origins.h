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
  /// @param written what the user wrote: the module, or what a compiler made it of
  Origins(const PtxModule& module, const SourcePtr& source, const SourcePtr& written)
      : source_(source),
        compiled_(written != source),
        files_(written, module.files),
        locations_(module.locations),
        none_{{{source, {}}, ""}, {source, {}}, ""} {}

  std::uint32_t add(const PtxInstruction& instruction);
  /// Its line of the source, where that is found.
  std::optional<Place> lineOf(const PtxInstruction& instruction);
  /// Its place is the line of the source, where that is found, and the text too, with the line of PTX behind
  /// it; else those of PTX.
  c::Origin originOf(std::uint32_t number) const { return entry(number).origin; }
  /// Where mistakes are shown: in the module; of a source that was compiled, there.
  Place placeOfMistakes(std::uint32_t number) const {
    return compiled_ ? entry(number).origin.place : entry(number).place;
  }
  /// In quotes.
  std::string nameOf(std::uint32_t number) const { return entry(number).name; }

 private:
  struct Entry {
    c::Origin origin;
    Place place;
    std::string name;
  };

  /// Of a module without any instruction, its beginning.
  const Entry& entry(std::uint32_t number) const {
    return number < entries_.size() ? entries_[number] : none_;
  }
  std::optional<SourcePosition> positionOf(const PtxInstruction& instruction);
  std::string textOf(const PtxInstruction& instruction) const;

  SourcePtr source_;
  bool compiled_;
  SourceFiles files_;
  std::vector<SourceLocation> locations_;
  std::vector<Entry> entries_;
  Entry none_;
};

}  // namespace hrfcheck::frontend::ptx
