#pragma once

#include <string>

#include "check/promise/promise.h"

namespace hrfcheck::inline report {

/// Why a model promises interleavings to a program or does not: "race-free under rsp", "P0:1 and P1:0 race
/// under rsp", without a full stop.
/// @param promise from promiseOfInterleavings or promiseWithoutModel
std::string promiseText(const Program& program, const Promise& promise);

/// The words of JSON reports: "definitions", "tested", "declared".
const char* nameOf(PromiseBasis basis);

}  // namespace hrfcheck::inline report
