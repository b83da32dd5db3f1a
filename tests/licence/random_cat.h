#pragma once

#include "support/model_builder.h"
#include "util/random.h"

namespace hrfcheck::test {

/// A random model: definitions in every operator, recursion, folds over classes, orders that are chosen,
/// checks of every kind. Most are small, so that something can be shown of them; and some have the shape of
/// memory models.
Model randomCat(std::uint64_t seed);

}  // namespace hrfcheck::test
