#pragma once

#include <string>

#include "questions/answer.h"

namespace hrfcheck::inline serve {

/// An answer as a JSON object (src/serve/page/serve_openapi.json, "Answer"): the exit status of the command,
/// what it printed, and where it did not end by itself, why.
/// @param isJson the command answers in JSON, which is put in as it is; if it is not whole, there is no
/// answer
std::string envelope(const Answer& answer, bool isJson);

}  // namespace hrfcheck::inline serve
