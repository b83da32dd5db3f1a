#pragma once

#include <string>
#include <vector>

#include "check/promise/promise.h"

namespace hrfcheck::inline report {

/// Why a model promises interleavings to a program or does not: "race-free under rsp", "P0:1 and P1:0 race
/// under rsp", without a full stop.
/// @param promise from promiseOfInterleavings or promiseWithoutModel
std::string promiseText(const Program& program, const Promise& promise);

/// Why a hang is one under the model or need not be: "every interleaving is an execution of rsp".
/// @param promise from promiseOfInterleavings, promiseOfHangs or promiseWithoutModel
std::string hangText(const Program& program, const Promise& promise);

/// What an answer rests on that is not established, a phrase each; none where it is exact.
std::vector<std::string> terminationAssumes(const Promise& promise);
std::vector<std::string> hangAssumes(const Promise& promise);

/// The words of JSON reports: "definitions", "tested", "declared".
const char* nameOf(PromiseBasis basis);

}  // namespace hrfcheck::inline report
