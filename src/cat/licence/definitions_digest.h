#pragma once

#include <string>

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// A hash, as 16 hexadecimal digits, over what a model's definitions, orders and checks say. Names, comments,
/// layout and files do not matter.
std::string definitionsDigest(const Model& model);

}  // namespace hrfcheck::cat
