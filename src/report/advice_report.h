#pragma once

#include <string>

#include "advise/advice.h"

namespace hrfcheck::inline report {

/// How the advice of `repair` and `narrow` is shown.
struct AdviceTextOptions {
  bool colour = false;
  bool table = false;  ///< a row for each atomic operation
};

/// "acquire at wg", "release at dev, remote", "ordinary", "no fence": what stands at a place.
std::string variantText(const Program& program, const Variant& variant);

/// For people: what to write instead, as a diff, what it costs and what it changes.
std::string adviceText(const Advice& advice, const AdviceTextOptions& options);

/// The same as JSON, with a line break at the end (docs/advice.schema.json).
std::string adviceJson(const Advice& advice);
/// The same where there is no advice at all: a limit was reached before the test was read.
std::string unreadAdviceJson(const std::string& file, Purpose purpose, const std::string& why);

/// The table of costs, a line for each.
std::string costsText(const Costs& costs);

/// The costs that a JSON text gives, with the defaults for the others.
/// @throws UserError
Costs costsFrom(const SourcePtr& source);

}  // namespace hrfcheck::inline report
