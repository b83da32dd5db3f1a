#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/c/lower/code_builder.h"
#include "frontend/spirv/module/module.h"
#include "util/diagnostic.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::spirv {

/// A module as assembly: of a binary that is its disassembly. Knows where its instructions stand, and which
/// lines of the program they were compiled from.
class Listing {
 public:
  /// What is known of an instruction of the module.
  struct Line {
    Span span;
    std::optional<Place> written;  ///< in the program that a compiler was given
  };

  Listing(SourcePtr text, std::vector<Span> spans) : text_(std::move(text)), spans_(std::move(spans)) {}

  const SourcePtr& text() const { return text_; }
  /// Of an instruction, by its number in the text.
  Place placeOf(std::uint32_t number) const;
  /// What reports show of it: the place in the program that was compiled, if it is known, and its text.
  c::Origin originOf(std::uint32_t number) const;
  /// "%flag": the id as the text has it.
  std::string nameOf(Id id) const;
  std::optional<Id> idOf(std::string_view name) const;
  /// The instruction that an id is the result of; kNoOrigin if there is none.
  std::uint32_t definitionOf(Id id) const;

  /// Enters what the number-th instruction defines.
  void define(std::uint32_t number, Id result);
  void noteWritten(std::uint32_t number, Place place) { written_[number] = std::move(place); }

 private:
  SourcePtr text_;
  std::vector<Span> spans_;
  std::map<std::uint32_t, Place> written_;
  std::map<Id, std::uint32_t> definitions_;
  std::map<std::string, Id, std::less<>> ids_;
};

/// A module that was read, with its text.
struct LoadedModule {
  Listing listing;
  Module module;
  std::vector<std::string> passes = {};  ///< of SPIRV-Tools' optimizer that ran
};

/// Reads assembly or a binary: assembles, validates (what is not valid is warned of) and simplifies it.
/// @param source of the module, or of the text that a compiler made a module of
/// @throws UserError with a message of SPIRV-Tools where it is no module; OutOfTime
LoadedModule load(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline);

/// Whether a text is a binary module, by its magic number.
bool isBinary(std::string_view text);

}  // namespace hrfcheck::frontend::spirv
