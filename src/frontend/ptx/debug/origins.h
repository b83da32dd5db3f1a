#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/c/lower/code_builder.h"
#include "frontend/ptx/syntax.h"
#include "frontend/shared/written_code.h"
#include "util/source.h"

namespace hrfcheck::frontend::ptx {

/// The files that a module's lines come from, where they are found: what the module was compiled of, and
/// others as named, seen from the module's folder, or beside the module.
class SourceFiles {
 public:
  /// @param written the module, or what a compiler made it of
  SourceFiles(const SourcePtr& written, std::map<std::uint32_t, std::string> files);

  /// Null where it is not found.
  SourcePtr file(std::uint32_t number);
  /// A line without the blanks around it; nothing where the file or the line is not found.
  std::optional<Place> line(std::uint32_t file, std::uint32_t line);

  /// What stands at a place (line and column, from 1) of the file that the module was compiled of, and may be
  /// written otherwise: a call, and the innermost statement of a block. Nothing of other files.
  struct Written {
    Span call;
    Span statement;
  };
  std::optional<Written> written(std::uint32_t file, LineColumn at);

 private:
  bool isWritten(const std::string& file) const;

  SourcePtr written_;
  std::string folder_;
  std::map<std::uint32_t, std::string> files_;
  std::map<std::uint32_t, SourcePtr> read_;
  std::optional<Statements> statements_;  ///< of what was written, once they are asked for
};

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
