#pragma once

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// Both models resolve to the same definitions and checks, under the same names. Comments, layout and which
/// files the text is spread over do not matter; what `show` selects does not either.
bool sameModel(const Model& a, const Model& b);

}  // namespace hrfcheck::cat
