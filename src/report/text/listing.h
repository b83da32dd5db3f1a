#pragma once

#include <map>
#include <string>
#include <vector>

#include "util/diagnostic.h"

namespace hrfcheck::inline report {

/// A model or a dialect in a list.
struct ListedItem {
  std::string name;
  std::string title;
  std::map<std::string, std::string> fields;
};

/// One paragraph of two lines or more for each: name and title, then the named fields.
std::string listingText(const std::vector<ListedItem>& items, const std::vector<std::string>& shownFields);

/// {"models": [{"name": ..., "title": ..., "source": ...}]}: all fields, their names in lower case.
/// @param diagnostics behind them, as "diagnostics" (diagnostic_json.h); left out where there are none
std::string listingJson(const std::string& key, const std::vector<ListedItem>& items,
                        const std::vector<Diagnostic>& diagnostics = {});

}  // namespace hrfcheck::inline report
