#include "suite/tally.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "util/invariant.h"
#include "util/json_fields.h"

namespace hrfcheck::inline suite {
namespace {

using Json = nlohmann::ordered_json;
using Kind = SuiteFinding::Kind;

struct CountName {
  const char* name;
  std::uint64_t SuiteCounts::*count;
};
constexpr std::array<CountName, 5> kCounts{{{"programs", &SuiteCounts::programs},
                                            {"raceFree", &SuiteCounts::raceFree},
                                            {"racy", &SuiteCounts::racy},
                                            {"sound", &SuiteCounts::sound},
                                            {"states", &SuiteCounts::states}}};

/// Saturates: results files may hold any numbers.
std::uint64_t sumOf(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

Kind kindNamed(const std::string& name) {
  const auto* found = std::ranges::find(kFindingKinds, name, [](const auto& k) { return k.second; });
  if (found == kFindingKinds.end()) {
    throw std::runtime_error("no finding is called " + name);
  }
  return found->first;
}

Json findingJson(const SuiteFinding& finding) {
  return {{"kind", nameOf(finding.kind)},
          {"number", finding.number},
          {"rule", finding.rule},
          {"what", finding.what},
          {"litmus", finding.litmus}};
}

SuiteFinding parseFinding(const Json& json) {
  return {kindNamed(json.at("kind")), countAt<std::uint64_t>(json, "number"), json.at("rule"),
          json.at("what"), json.at("litmus")};
}

}  // namespace

std::string_view nameOf(SuiteFinding::Kind kind) {
  const auto* found = std::ranges::find(kFindingKinds, kind, [](const auto& k) { return k.first; });
  INVARIANT(found != kFindingKinds.end(), "every kind has a name");
  return found->second;
}

void SuiteTally::add(SuiteFinding finding) {
  ++found_[finding.kind];
  auto& kept = kept_[{finding.kind, finding.rule}];
  const std::uint64_t number = finding.number;
  kept.emplace(number, std::move(finding));
  if (kept.size() > kMostKept) {
    kept.erase(std::prev(kept.end()));
  }
}

void SuiteTally::add(const SuiteTally& other) {
  for (const CountName& c : kCounts) {
    counts.*c.count = sumOf(counts.*c.count, other.counts.*c.count);
  }
  for (const auto& [key, findings] : other.kept_) {
    for (const auto& [number, finding] : findings) {
      add(finding);
      --found_[finding.kind];
    }
  }
  for (const auto& [kind, count] : other.found_) {
    found_[kind] = sumOf(found_[kind], count);
  }
}

std::uint64_t SuiteTally::found(Kind kind) const {
  const auto it = found_.find(kind);
  return it == found_.end() ? 0 : it->second;
}

bool SuiteTally::failed() const {
  return found(Kind::Outside) > 0 || found(Kind::Deadlock) > 0 || found(Kind::NotReached) > 0;
}

std::vector<SuiteFinding> SuiteTally::findings() const {
  std::vector<SuiteFinding> result;
  for (const auto& [key, findings] : kept_) {
    for (const auto& [number, finding] : findings) {
      result.push_back(finding);
    }
  }
  return result;
}

std::vector<SuiteFinding> SuiteTally::findings(Kind kind) const {
  std::vector<SuiteFinding> result = findings();
  std::erase_if(result, [&](const SuiteFinding& finding) { return finding.kind != kind; });
  return result;
}

std::string SuiteTally::json() const {
  Json json;
  for (const CountName& c : kCounts) {
    json["counts"][c.name] = counts.*c.count;
  }
  json["found"] = Json::object();
  for (const auto& [kind, count] : found_) {
    json["found"][std::string(nameOf(kind))] = count;
  }
  json["findings"] = arrayOf(findings(), [&](const SuiteFinding& finding) { return findingJson(finding); });
  return json.dump();
}

SuiteTally SuiteTally::parse(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    SuiteTally tally;
    for (const CountName& c : kCounts) {
      tally.counts.*c.count = countAt<std::uint64_t>(json.at("counts"), c.name);
    }
    for (const Json& finding : json.at("findings")) {
      tally.add(parseFinding(finding));
    }
    tally.found_.clear();
    for (const auto& [name, count] : json.at("found").items()) {
      tally.found_[kindNamed(name)] = countAt<std::uint64_t>(json.at("found"), name.c_str());
    }
    return tally;
  } catch (const Json::exception& error) {
    throw std::runtime_error(error.what());
  }
}

}  // namespace hrfcheck::inline suite
