#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/advice_report.h"
#include "report/machine/simulation_report.h"
#include "util/diagnostic.h"
#include "util/enum_names.h"
#include "util/json_fields.h"
#include "util/unified_diff.h"

namespace hrfcheck::inline report {
namespace {

using AdviceJson = nlohmann::ordered_json;

constexpr Cost kMostCost = 1'000'000;

constexpr std::array kSiteKindWords{EnumName{SiteKind::Operation, "operation"},
                                    EnumName{SiteKind::Access, "access"},
                                    EnumName{SiteKind::Fence, "fence"},
                                    EnumName{SiteKind::Barrier, "barrier"},
                                    EnumName{SiteKind::NewBarrier, "new-barrier"},
                                    EnumName{SiteKind::ProxyFence, "proxy-fence"}};
static_assert(coversUpTo(kSiteKindWords, SiteKind::ProxyFence));

std::string_view kindText(SiteKind kind) {
  return nameIn(kSiteKindWords, kind);
}

AdviceJson variantJson(const Program& program, const Variant& variant) {
  AdviceJson json;
  if (!variant.annotation) {
    return nullptr;
  }
  if (variant.spaces) {
    json["spaces"] = AdviceJson::array();
    if (variant.spaces->global) {
      json["spaces"].push_back("global");
    }
    if (variant.spaces->local) {
      json["spaces"].push_back("local");
    }
    return json;
  }
  const std::string text = variantText(program, variant);
  if (!variant.annotation->atomicity) {
    return {{"ordinary", true}};
  }
  const Atomicity& a = *variant.annotation->atomicity;
  json["order"] = text.substr(0, text.find(' '));
  json["scope"] = program.scopes.levels()[a.level];
  json["remote"] = a.remote;
  return json;
}

AdviceJson placeJson(const EditVariable& site) {
  const LineColumn at = site.place.position();
  return {
      {"line", at.line}, {"column", at.column}, {"instruction", site.text}, {"kind", kindText(site.kind)}};
}

AdviceJson editsJson(const Advice& advice, const Assignment& assignment) {
  AdviceJson edits = AdviceJson::array();
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    const EditVariable& site = advice.test->sites()[i];
    if (assignment[i] != 0) {
      AdviceJson edit = placeJson(site);
      edit["from"] = variantJson(*advice.test->written(), site.variants[0]);
      edit["to"] = variantJson(*advice.test->written(), site.variants[assignment[i]]);
      edits.push_back(std::move(edit));
    }
  }
  return edits;
}

AdviceJson statesJson(const Program& program, const FinalStates& outcomes) {
  return arrayOf(outcomes, [&](const std::vector<Value>& state) { return outcomeText(program, state); });
}

void addBest(AdviceJson& json, const Advice& advice) {
  const Program& program = *advice.test->written();
  json["cost"] = advice.search.best->cost;
  json["edits"] = editsJson(advice, advice.search.best->assignment);
  json["declarations"] = arrayOf(advice.declared, [](const DeclaredEdit& edit) {
    const LineColumn at = edit.place.position();
    return AdviceJson{{"line", at.line}, {"column", at.column}, {"from", edit.from}, {"to", edit.to}};
  });
  if (advice.text) {
    const Source& original = *advice.original->source;
    json["diff"] = unifiedDiff(original.name(), original.text().substr(0, original.fileEnd()), *advice.text);
  }
  json["others"] =
      arrayOf(advice.search.others, [&](const Assignment& other) { return editsJson(advice, other); });
  json["rechecked"] = arrayOf(advice.rechecks, [&](const Recheck& check) {
    return AdviceJson{
        {"engine", check.engine}, {"model", check.model}, {"good", check.good}, {"beside", check.beside}};
  });
  json["outcomes"] = arrayOf(advice.changes, [&](const OutcomeChange& change) {
    return AdviceJson{{"model", change.model},
                      {"gained", statesJson(program, change.gained)},
                      {"lost", statesJson(program, change.lost)}};
  });
}

void addTried(AdviceJson& json, const Advice& advice) {
  json["tried"] = AdviceJson::array();
  for (const Attempt& attempt : advice.attempts) {
    json["tried"].push_back(
        {{"what", attempt.what},
         {"achieves", attempt.achieves},
         {"undecided", attempt.undecided ? AdviceJson(*attempt.undecided) : AdviceJson(nullptr)}});
  }
  json["outOfReach"] = advice.outOfReach;
}

AdviceJson tableJson(const Advice& advice) {
  AdviceJson table = AdviceJson::array();
  const Program& program = *advice.test->written();
  for (std::size_t i = 0; i < advice.test->sites().size(); ++i) {
    const EditVariable& site = advice.test->sites()[i];
    AdviceJson row = placeJson(site);
    row["has"] = variantJson(program, site.variants[0]);
    row["needs"] = variantJson(program, site.variants[advice.search.best->assignment[i]]);
    row["weaker"] = AdviceJson::array();
    for (const Weakening& weaker : advice.weakenings) {
      if (weaker.site == i) {
        row["weaker"].push_back({{"annotation", variantJson(program, site.variants[weaker.variant])},
                                 {"model", weaker.model},
                                 {"good", weaker.harmless}});
      }
    }
    table.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::string adviceJson(const Advice& advice) {
  const SearchResult& search = advice.search;
  AdviceJson json{{"test", advice.test->written()->name},
                  {"file", advice.test->written()->source->name()},
                  {"command", advice.purpose == Purpose::Narrow ? "narrow" : "repair"},
                  {"models", AdviceJson::array()}};
  if (advice.purpose == Purpose::Repair) {
    json["goal"] = nameIn(kRepairGoalWords, advice.goal);
  }
  for (const Demand& demand : advice.demands) {
    json["models"].push_back(demand.model.name);
  }
  json["answer"] = advice.notAsWritten ? "not-race-free"
                   : search.best       ? (advice.nothingToDo() ? "nothing-to-do" : "edits")
                   : search.impossible ? "impossible"
                                       : "not-found";
  json["status"] = json["answer"];
  json["optimal"] = search.optimal;
  json["locallyMinimal"] = search.locallyMinimal;
  json["lowerBound"] = search.state.lowerBound;
  json["stopped"] = search.stopped ? AdviceJson(*search.stopped) : AdviceJson(nullptr);
  json["upToBound"] = search.upToBound;
  json["asked"] = search.state.asked;
  if (advice.notFound()) {
    addTried(json, advice);
  }
  if (search.best && !advice.notAsWritten) {
    addBest(json, advice);
    if (!advice.weakenings.empty()) {
      json["table"] = tableJson(advice);
    }
  }
  return json.dump(2, ' ', false, AdviceJson::error_handler_t::replace) + "\n";
}

std::string unreadAdviceJson(const std::string& file, Purpose purpose, const std::string& why) {
  const AdviceJson json{{"test", ""},
                        {"file", file},
                        {"command", purpose == Purpose::Narrow ? "narrow" : "repair"},
                        {"models", AdviceJson::array()},
                        {"answer", "undecided"},
                        {"status", "undecided"},
                        {"optimal", false},
                        {"locallyMinimal", false},
                        {"lowerBound", 0},
                        {"stopped", why},
                        {"upToBound", false},
                        {"asked", 0}};
  return json.dump(2, ' ', false, AdviceJson::error_handler_t::replace) + "\n";
}

Costs costsFrom(const SourcePtr& source) {
  const AdviceJson json = AdviceJson::parse(source->text(), nullptr, false);
  const Place place{source, {0, 0}};
  if (!json.is_object()) {
    throw UserError(place, "costs are a JSON object: {\"scope\": 4, \"remote\": 2}");
  }
  Costs costs;
  for (const auto& [name, value] : json.items()) {
    const auto row = std::ranges::find(kCostRows, name, &CostRow::name);
    if (row == kCostRows.end()) {
      throw UserError(place, fmt::format("unknown cost '{}'", name), "see hrfcheck repair --list-costs");
    }
    if (!value.is_number_unsigned() || value.get<Cost>() > kMostCost) {
      throw UserError(place, fmt::format("the cost '{}' is a whole number from 0 to {}", name, kMostCost));
    }
    costs.*row->cost = value.get<Cost>();
  }
  return costs;
}

}  // namespace hrfcheck::inline report
