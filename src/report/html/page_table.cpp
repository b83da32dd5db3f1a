#include "report/html/page_table.h"

namespace hrfcheck::inline report {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string scriptJson(const Json& json) {
  const std::string plain = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text;
  text.reserve(plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == '<') {
      text += "\\u003c";
    } else if (plain.compare(i, 3, "\u2028") == 0 || plain.compare(i, 3, "\u2029") == 0) {
      text += plain[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      text += plain[i];
    }
  }
  return text;
}

std::size_t PageTable::add(std::string value) {
  const auto [it, fresh] = numbers_.try_emplace(std::move(value), order_.size());
  if (fresh) {
    order_.push_back(&it->first);
  }
  return it->second;
}

const std::size_t* PageTable::find(const std::string& value) const {
  const auto it = numbers_.find(value);
  return it == numbers_.end() ? nullptr : &it->second;
}

std::string PageTable::strings() const {
  std::string text = "[";
  for (const std::string* value : order_) {
    text += (text.size() == 1 ? "\n" : ",\n") + scriptJson(*value);
  }
  return text + "]";
}

std::string PageTable::json() const {
  std::string text = "[";
  for (const std::string* value : order_) {
    text += (text.size() == 1 ? "\n" : ",\n") + *value;
  }
  return text + "]";
}

}  // namespace hrfcheck::inline report
