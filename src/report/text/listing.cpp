#include "report/text/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/diagnostic_json.h"
#include "util/json_fields.h"
#include "util/text.h"

namespace hrfcheck::inline report {

std::string listingText(const std::vector<ListedItem>& items, const std::vector<std::string>& shownFields) {
  std::size_t width = 0;
  for (const ListedItem& item : items) {
    width = std::max(width, item.name.size());
  }
  std::string text;
  for (const ListedItem& item : items) {
    text += fmt::format("{:<{}}  {}\n", item.name, width, item.title);
    for (const std::string& field : shownFields) {
      if (const auto found = item.fields.find(field); found != item.fields.end()) {
        text += fmt::format("{:<{}}  {}: {}\n", "", width, lowered(field), found->second);
      }
    }
  }
  return text;
}

std::string listingJson(const std::string& key, const std::vector<ListedItem>& items,
                        const std::vector<Diagnostic>& diagnostics) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ListedItem& item : items) {
    nlohmann::ordered_json entry{{"name", item.name}, {"title", item.title}};
    for (const auto& [field, value] : item.fields) {
      entry[lowered(field)] = value;
    }
    list.push_back(std::move(entry));
  }
  nlohmann::ordered_json document{{key, std::move(list)}};
  putIfAny(document, "diagnostics", diagnosticsJson(diagnostics));
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline report
