#pragma once

#include "cat/syntax/ast.h"
#include "util/diagnostic.h"

namespace hrfcheck::cat {

/// The syntax tree of a model text. Mistakes go to `diagnostics`; the tree then lacks the statements
/// concerned. Constructs of cat that are not supported are mistakes here, named and placed.
File parseFile(const SourcePtr& source, Diagnostics& diagnostics);

}  // namespace hrfcheck::cat
