#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::inline util {

/// A half-open range of byte offsets into one source text.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const Span&, const Span&) = default;
};

/// A place as people count it: line and column from 1, columns in bytes.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  friend auto operator<=>(const LineColumn&, const LineColumn&) = default;
};

/// One input text with its name (a path, or "<stdin>"), immutable once made.
class Source {
 public:
  Source(std::string name, std::string text);
  /// With lines behind the text that are not the file's, but the user's: options that are read as if they
  /// stood there. Messages say of their places that they are on the command line.
  /// @param module what a compiler made of the text, or null
  Source(std::string name, std::string text, const std::string& appended,
         std::shared_ptr<const Source> module = nullptr);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  /// Where the text of the file ends, and what was appended begins.
  std::uint32_t fileEnd() const { return fileEnd_; }
  bool isAppended(std::uint32_t offset) const { return offset >= fileEnd_ && fileEnd_ < text_.size(); }

  /// What a compiler made of the text, to be read in its place; null where the text itself is read.
  const std::shared_ptr<const Source>& module() const { return module_; }

  /// Line and column of a byte offset; offsets past the end give the end.
  LineColumn position(std::uint32_t offset) const;
  /// The text of a line (from 1), without its line break; empty past the end.
  std::string_view line(std::uint32_t number) const;
  std::string_view slice(Span span) const;
  /// Where a line (from 1) begins; the end of the text past the last one.
  std::uint32_t lineStart(std::uint32_t number) const;

 private:
  std::string name_;
  std::string text_;
  std::uint32_t fileEnd_ = 0;
  std::vector<std::uint32_t> lineStarts_;
  std::shared_ptr<const Source> module_;
};

using SourcePtr = std::shared_ptr<const Source>;

/// A span of a particular source; what syntax trees carry and diagnostics point at.
struct Place {
  SourcePtr source;
  Span span;

  bool known() const { return source != nullptr; }
  LineColumn position() const;
  /// "test.litmus:3:7", or "command line" for what was appended to the file; of a known place.
  std::string shown() const;
};

/// Reads a whole file, or standard input for "-".
/// @throws UserError when it cannot be read.
SourcePtr readSource(const std::string& path);

}  // namespace hrfcheck::inline util
