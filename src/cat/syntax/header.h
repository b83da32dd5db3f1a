#pragma once

#include "cat/model/model.h"
#include "cat/syntax/ast.h"

namespace hrfcheck::cat {

/// Title and fields of a model: the string (else the last name) of its first line, and the lines "Source:
/// ...", "Interpretation: ...", "Status: ...", "Outside: ...", "Dialects: ...", "Promises: ...", "Races:
/// ...", "Coherence: ...", "Updates: ..." of the comments before its first statement. A line indented deeper
/// than the field's name continues the field.
ModelHeader readHeader(const SourcePtr& source, const File& file);

}  // namespace hrfcheck::cat
