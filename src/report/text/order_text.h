#pragma once

#include <string_view>

#include "program/ir/instruction.h"

namespace hrfcheck::inline report {

/// The word of reports for an order, whatever the dialect: "relaxed", "consume", "acquire", "release",
/// "acq_rel", "seq_cst".
std::string_view orderText(Order order);

}  // namespace hrfcheck::inline report
