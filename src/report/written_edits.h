#pragma once

#include <vector>

#include "check/check.h"
#include "frontend/edit/text_change.h"

namespace hrfcheck::inline report {

/// What to write in the source so that instructions are as edited, sorted. Empty where one of them cannot be
/// written, and where the words are those of other instructions, too, which are not to change.
std::vector<TextChange> writtenEdits(const Program& program, const std::vector<AnnotationEdit>& edits);

}  // namespace hrfcheck::inline report
