#pragma once

#include <string>
#include <vector>

#include "cat/model/model.h"
#include "engine/engine.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline check {

/// Why the pairs of a flag are not ordered, where that is a matter of proxies or of scopes, on the witness of
/// each pair: the flag is asked about the same execution of the test with one proxy for all accesses, and
/// with wider scopes. One clause for each pair, without a full stop; empty where neither is the reason, or
/// the test has no asynchronous operations and barrier objects (PTX), or there was no time.
std::vector<std::string> flagReasons(const Model& model, const FlagFinding& finding,
                                     const Deadline& deadline);

}  // namespace hrfcheck::inline check
