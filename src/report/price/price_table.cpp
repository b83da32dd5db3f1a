#include "report/price/price_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/text/text_layout.h"
#include "util/json_fields.h"
#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> columnsOf(const PriceTable& table) {
  std::vector<std::string> columns;
  for (const PriceRow& row : table.rows) {
    for (const PriceCell& cell : row.cells) {
      if (std::ranges::find(columns, cell.column) == columns.end()) {
        columns.push_back(cell.column);
      }
    }
  }
  return columns;
}

std::string cellText(const PriceRow& row, const std::string& column) {
  const auto cell = std::ranges::find(row.cells, column, &PriceCell::column);
  return cell == row.cells.end() ? "-" : fmt::format("{:.{}f}", cell->value, cell->decimals);
}

}  // namespace

std::string priceText(const PriceTable& table) {
  const std::vector<std::string> columns = columnsOf(table);
  std::vector<std::vector<std::string>> cells(1);
  std::size_t labels = 0;
  if (!table.rows.empty()) {
    labels = table.rows.front().labels.size();
    for (const auto& [name, value] : table.rows.front().labels) {
      cells.front().push_back(name);
    }
  }
  cells.front().insert(cells.front().end(), columns.begin(), columns.end());
  for (const PriceRow& row : table.rows) {
    std::vector<std::string>& line = cells.emplace_back();
    for (const auto& [name, value] : row.labels) {
      line.push_back(value);
    }
    for (const std::string& column : columns) {
      line.push_back(cellText(row, column));
    }
  }
  std::vector<std::size_t> widths(cells.front().size());
  for (const std::vector<std::string>& line : cells) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], characters(line[i]));
    }
  }
  std::string text = fmt::format("{}  ·  {}\n\n", table.title, table.source);
  for (const std::vector<std::string>& line : cells) {
    std::string out = " ";
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string gap(widths[i] - characters(line[i]), ' ');
      out += i < labels ? " " + line[i] + gap + " " : " " + gap + line[i] + " ";
    }
    text += trimmed(out) + "\n";
  }
  text += table.notes.empty() ? "" : "\n";
  for (const std::string& note : table.notes) {
    text += "  " + note + "\n";
  }
  return text + (table.incomplete.empty() ? "" : "\n  not all of it: " + table.incomplete + "\n");
}

std::string priceJson(const PriceTable& table) {
  Json json{{"format", "hrfcheck-price"},
            {"version", 1},
            {"figure", table.figure},
            {"title", table.title},
            {"source", table.source},
            {"notes", table.notes},
            {"complete", table.incomplete.empty()},
            {"rows", Json::array()}};
  putIfAny(json, "incomplete", table.incomplete);
  for (const PriceRow& row : table.rows) {
    Json made{{"of", Json::object()}, {"measured", Json::object()}};
    for (const auto& [name, value] : row.labels) {
      made["of"][name] = value;
    }
    for (const PriceCell& cell : row.cells) {
      made["measured"][cell.column] = cell.value;
    }
    json["rows"].push_back(std::move(made));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hrfcheck::inline report
