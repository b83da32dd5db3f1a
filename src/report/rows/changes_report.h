#pragma once

#include <string>

#include "report/rows/row_change.h"

namespace hrfcheck::inline report {

/// What has changed since an earlier run, for a terminal: how many rows, and which.
/// @param listed whether the rows are listed
std::string changesText(const Changes& changes, bool listed, bool colour);

/// "since all.jsonl: 1 row newly failing, 2 new", or that nothing has changed.
std::string changesSummary(const Changes& changes);

/// The same as JSON (docs/changes.schema.json).
/// @param version of this hrfcheck
std::string changesJson(const Changes& changes, const std::string& version);

}  // namespace hrfcheck::inline report
