#pragma once

#include <string>
#include <vector>

#include "check/check.h"
#include "program/ir/program.h"
#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// The text of a test as its file has it, without what the command line adds. Nothing of a file that is no
/// text, or too long to be shown.
std::vector<RowText> rowTexts(const Source& test);

/// The same, followed by the texts of other files in which the program has instructions.
std::vector<RowText> rowTexts(const Source& test, const Program& program);

/// The execution that shows most about a verdict (shownExecution), as DOT, with what the model shows and
/// promotes. Empty when there is none.
/// @pre races are explained
std::string rowPicture(const Verdict& verdict, const Model& model);

}  // namespace hrfcheck::inline batch
