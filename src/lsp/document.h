#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lsp/text_positions.h"

namespace hrfcheck::inline lsp {

/// What a document is, which says what is asked about it.
enum class DocumentKind {
  Test,    ///< a litmus test
  Kernel,  ///< with a launch, or not
  Model,   ///< a file in cat
  Other    ///< nothing is asked
};

/// A part of a text and what takes its place.
struct Change {
  Range range;
  std::string text;

  friend bool operator==(const Change&, const Change&) = default;
};

/// A text as the editor has it, saved or not.
struct Document {
  std::string uri;
  std::string path;      ///< of its file; empty where it has none yet
  std::string language;  ///< as `--language` takes it, where no name says it; mostly empty
  DocumentKind kind = DocumentKind::Other;
  std::optional<std::int64_t> version;  ///< as the editor counts them
  std::string text;

  /// What reports call it.
  std::string name() const { return path.empty() ? "<stdin>" : path; }
  /// Whether a kernel says how it is launched: a line `//# ...` (`;# ...` in SPIR-V assembly), or in CUDA C++
  /// and HIP the host's `<<<...>>>`.
  bool saysLaunch() const;
};

/// A document that an editor has opened.
/// @param item a TextDocumentItem. @throws nlohmann::json::exception for what is none
Document opened(const nlohmann::json& item);

/// Makes the changes of a notification, one after the other: of ranges, or the whole text.
/// @param changes a list of TextDocumentContentChangeEvent. @throws nlohmann::json::exception
void change(Document& document, const nlohmann::json& changes);

/// The changes that a unified diff of a text makes, each of whole lines.
/// @pre the diff is one of that text (util/unified_diff.h)
std::vector<Change> changesOf(const std::string& diff, const TextPositions& positions);

}  // namespace hrfcheck::inline lsp
