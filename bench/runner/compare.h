#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hrfcheck::bench {

/// Two files of `bench/run --json` side by side: new by old for each row that both measured, largest first;
/// what only one of them could measure; other answers (numbers of outcomes, of flagged pairs) and other sizes
/// of the formula; a summary line.
/// @throws UserError when one of them is no such file
std::string compared(const nlohmann::json& older, const nlohmann::json& newer);

}  // namespace hrfcheck::bench
