#include "batch/expect/csv_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <string_view>

#include "batch/expect/csv.h"
#include "program/condition/condition.h"

namespace hrfcheck::inline batch {
namespace {

namespace fs = std::filesystem;

struct Word {
  std::string_view property;
  std::string_view expected;
  ClaimQuestion question;
  bool answer;
};

/// PASS says that the quantified condition holds, that there is no race, that every thread ends.
constexpr std::array kWords{
    Word{"condition", "PASS", ClaimQuestion::Holds, true},
    Word{"condition", "FAIL", ClaimQuestion::Holds, false},
    Word{"condition", "holds", ClaimQuestion::Holds, true},
    Word{"condition", "violated", ClaimQuestion::Holds, false},
    Word{"condition", "reachable", ClaimQuestion::Reachable, true},
    Word{"condition", "unreachable", ClaimQuestion::Reachable, false},
    Word{"race", "PASS", ClaimQuestion::RaceFree, true},
    Word{"race", "FAIL", ClaimQuestion::RaceFree, false},
    Word{"race", "race-free", ClaimQuestion::RaceFree, true},
    Word{"race", "racy", ClaimQuestion::RaceFree, false},
    Word{"termination", "PASS", ClaimQuestion::Terminates, true},
    Word{"termination", "FAIL", ClaimQuestion::Terminates, false},
    Word{"termination", "terminates", ClaimQuestion::Terminates, true},
    Word{"termination", "may-hang", ClaimQuestion::Terminates, false},
};

constexpr std::array kRequired{"path", "model", "property", "expected"};
constexpr std::array kOptional{"scheduler", "quantifier", "bound"};
constexpr const char* kUnknown = "UNKNOWN";
constexpr unsigned kLargestBound = 1000;
constexpr std::array kQuantifiers{nameOf(Quantifier::Exists), nameOf(Quantifier::NotExists),
                                  nameOf(Quantifier::Forall)};

class ClaimReader {
 public:
  explicit ClaimReader(const SourcePtr& source) : source_(source) {}

  std::vector<Claim> run() {
    const std::vector<CsvRecord> records = readCsv(source_, diagnostics_);
    if (records.empty()) {
      throw UserError(fmt::format("{} is empty: expected a header and rows", source_->name()));
    }
    header(records.front());
    diagnostics_.throwIfErrors();
    for (std::size_t i = 1; i < records.size(); ++i) {
      row(records[i], records.front().fields.size());
    }
    diagnostics_.throwIfErrors();
    return std::move(claims_);
  }

 private:
  Place placeOf(const CsvField& field) const { return {source_, field.span}; }
  Place placeOf(const CsvRecord& record) const {
    return {source_, {record.fields.front().span.begin, record.fields.back().span.end}};
  }

  void header(const CsvRecord& record) {
    const auto wanted = [](const std::string& name) {
      const auto is = [&](const char* known) { return name == known; };
      return std::ranges::any_of(kRequired, is) || std::ranges::any_of(kOptional, is);
    };
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
      const CsvField& field = record.fields[i];
      if (wanted(field.text) && !columns_.emplace(field.text, i).second) {
        diagnostics_.error(placeOf(field), fmt::format("the column '{}' occurs twice", field.text));
      }
    }
    for (const char* name : kRequired) {
      if (!columns_.contains(name)) {
        diagnostics_.error(placeOf(record), fmt::format("there is no column '{}'", name),
                           "a file of expectations has the columns path, model, property and expected");
      }
    }
  }

  const CsvField* field(const CsvRecord& record, const char* column) const {
    const auto found = columns_.find(column);
    return found == columns_.end() ? nullptr : &record.fields[found->second];
  }

  void row(const CsvRecord& record, std::size_t width) {
    if (record.fields.size() != width) {
      diagnostics_.error(placeOf(record),
                         fmt::format("this row has {} fields, the header {}", record.fields.size(), width));
      return;
    }
    for (const char* column : kRequired) {
      if (field(record, column)->text.empty()) {
        diagnostics_.error(placeOf(record), fmt::format("the row has no value in the column '{}'", column));
        return;
      }
    }
    const CsvField& expected = *field(record, "expected");
    const fs::path folder = fs::path(source_->name()).parent_path();
    Claim claim;
    claim.line = record.line;
    claim.place = placeOf(expected);
    claim.path = (folder / field(record, "path")->text).lexically_normal().string();
    claim.model = field(record, "model")->text;
    claim.property = field(record, "property")->text;
    if (const CsvField* scheduler = field(record, "scheduler")) {
      claim.scheduler = scheduler->text;
    }
    if (const CsvField* quantifier = field(record, "quantifier")) {
      claim.quantifier = quantifierOf(*quantifier);
    }
    if (const CsvField* bound = field(record, "bound"); bound != nullptr && !bound->text.empty()) {
      claim.bound = boundIn(*bound);
    }
    claim.mayContradict = columns_.contains("bound");
    answer(claim, expected);
    claims_.push_back(std::move(claim));
  }

  std::string quantifierOf(const CsvField& field) {
    if (field.text == "none" || field.text.empty()) {
      return "";
    }
    if (std::ranges::find(kQuantifiers, std::string_view(field.text)) == kQuantifiers.end()) {
      diagnostics_.error(placeOf(field), fmt::format("'{}' is not a quantifier", field.text),
                         "exists, ~exists, forall or none");
    }
    return field.text;
  }

  std::optional<unsigned> boundIn(const CsvField& field) {
    unsigned bound = 0;
    const char* end = field.text.data() + field.text.size();
    const auto [behind, error] = std::from_chars(field.text.data(), end, bound);
    if (error != std::errc{} || behind != end || bound == 0 || bound > kLargestBound) {
      diagnostics_.error(placeOf(field), fmt::format("'{}' is not the bound of loops", field.text),
                         fmt::format("a number from 1 to {}", kLargestBound));
      return std::nullopt;
    }
    return bound;
  }

  void answer(Claim& claim, const CsvField& expected) {
    std::string words;
    for (const Word& word : kWords) {
      if (word.property != claim.property) {
        continue;
      }
      claim.question = word.question;
      claim.answer = word.answer;
      if (expected.text == kUnknown) {
        claim.open = true;
        return;
      }
      if (word.expected == expected.text) {
        return;
      }
      words += fmt::format("{}{}", words.empty() ? "" : ", ", word.expected);
    }
    if (claim.question) {
      diagnostics_.error(placeOf(expected),
                         fmt::format("'{}' does not answer '{}'", expected.text, claim.property),
                         fmt::format("expected one of {}", words));
    }
  }

  const SourcePtr& source_;
  Diagnostics diagnostics_;
  std::map<std::string, std::size_t> columns_;
  std::vector<Claim> claims_;
};

}  // namespace

std::vector<Claim> readClaims(const SourcePtr& source) {
  return ClaimReader(source).run();
}

std::vector<std::string> claimWords() {
  std::vector<std::string> words(kRequired.begin(), kRequired.end());
  words.insert(words.end(), kOptional.begin(), kOptional.end());
  words.insert(words.end(), kQuantifiers.begin(), kQuantifiers.end());
  words.emplace_back(kUnknown);
  for (const Word& word : kWords) {
    words.emplace_back(word.property);
    words.emplace_back(word.expected);
  }
  return words;
}

}  // namespace hrfcheck::inline batch
