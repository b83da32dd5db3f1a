#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lsp/document.h"
#include "lsp/finding.h"
#include "lsp/text_positions.h"

namespace hrfcheck::inline lsp {

// What the protocol writes in JSON (Language Server Protocol 3.17, with its names).

/// A field that is a text, or an empty one.
std::string textIn(const nlohmann::json& object, const char* name);
/// A field that is a whole number, or nothing.
std::optional<std::int64_t> numberIn(const nlohmann::json& object, const char* name);

/// @throws nlohmann::json::exception for what is no Range
Range rangeIn(const nlohmann::json& range, const TextPositions& positions);
Position positionIn(const nlohmann::json& position);

nlohmann::json rangeJson(const Range& range, const TextPositions& positions);
/// A Diagnostic.
nlohmann::json diagnosticJson(const Finding& finding, const Document& document,
                              const TextPositions& positions);
/// A WorkspaceEdit of one document.
nlohmann::json editJson(const std::vector<Change>& changes, const Document& document,
                        const TextPositions& positions);

}  // namespace hrfcheck::inline lsp
