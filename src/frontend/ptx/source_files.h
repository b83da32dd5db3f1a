#pragma once

#include <map>
#include <optional>
#include <string>

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

}  // namespace hrfcheck::frontend::ptx
