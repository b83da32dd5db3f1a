#pragma once

#include <string>
#include <vector>

#include "lsp/document.h"
#include "lsp/language_server.h"
#include "questions/question.h"

namespace hrfcheck::inline lsp {

/// What is asked about a document whenever it changes.
/// @pre its kind is none of DocumentKind::Other
Question checkQuestion(const Document& document, const LspOptions& options);

/// The same with races alone, where all of an answer was too long.
Question raceQuestion(const Document& document, const LspOptions& options);

/// The cheapest edits after which a test has no race under a model.
/// @param test its name in the file; empty where there is only one
Question repairQuestion(const Document& document, const std::string& test, const std::string& model,
                        const LspOptions& options);

}  // namespace hrfcheck::inline lsp
