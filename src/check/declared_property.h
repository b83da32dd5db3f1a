#pragma once

#include <string>

#include "cat/model/model.h"

namespace hrfcheck::inline check {

/// What an answer assumes where iterations are left out by what only the model's file says of it.
std::string declaredAssumption(const Model& model);

}  // namespace hrfcheck::inline check
