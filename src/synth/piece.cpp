#include "synth/piece.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "util/diagnostic.h"
#include "util/json_fields.h"
#include "util/mapped.h"

// Pieces travel between processes of one program as JSON.

namespace hrfcheck::inline synth {
namespace {

using PieceJson = nlohmann::json;

PieceJson countsJson(const SynthCounts& c) {
  return PieceJson::array({c.shapes, c.executions, c.pruned, c.programs, c.inexpressible, c.judged, c.found,
                           c.open, c.undecided, c.refused, c.skipped});
}

SynthCounts countsFrom(const PieceJson& json) {
  return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5),
          json.at(6), json.at(7), json.at(8), json.at(9), json.at(10)};
}

PieceJson answersJson(const std::vector<SynthAnswer>& answers) {
  return arrayOf<PieceJson>(answers, [&](const SynthAnswer answer) { return nameOf(answer); });
}

/// Whether a machine reaches the state; null where none was asked.
PieceJson reachedJson(const std::optional<bool>& reached) {
  return reached ? PieceJson(*reached) : PieceJson();
}

std::optional<bool> reachedFrom(const PieceJson& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<bool>());
}

std::vector<SynthAnswer> answersFrom(const PieceJson& json) {
  return mapped<SynthAnswer>(json, [&](const PieceJson& name) { return synthAnswerNamed(name).value(); });
}

/// Whether a step may be what another one reads from, or what wrote a location last.
bool wellFormed(const SynthShape& shape, std::uint32_t source, std::uint32_t location) {
  return source < shape.steps.size() && shape.steps[source].writes() &&
         shape.steps[source].location == location;
}

/// Reads have a source each, and locations that are written a last write.
bool wellFormed(const SynthObservation& observed, const SynthShape& shape) {
  bool holds = observed.reads.size() == shape.steps.size() && observed.finals.size() == shape.locations;
  for (std::uint32_t s = 0; holds && s < shape.steps.size(); ++s) {
    const std::uint32_t source = observed.reads[s];
    holds = source == kInitialStep ||
            (shape.steps[s].reads() && source != s && wellFormed(shape, source, shape.steps[s].location));
  }
  for (std::uint32_t l = 0; holds && l < shape.locations; ++l) {
    const bool written = std::ranges::any_of(
        shape.steps, [&](const SynthStep& step) { return step.writes() && step.location == l; });
    holds = written ? wellFormed(shape, observed.finals[l], l) : observed.finals[l] == kInitialStep;
  }
  return holds;
}

bool wellFormed(const AnsweredTest& test, const SynthBounds& bounds) {
  const std::size_t steps = test.shape.steps.size();
  bool holds = test.numbers.size() == steps && wellFormed(test.observation, test.shape);
  for (std::size_t s = 0; holds && s < steps; ++s) {
    holds = test.numbers[s] < annotationsOf(test.shape.steps[s].kind, bounds).size();
  }
  return holds;
}

SynthGroup groupOf(const AnsweredTest& test) {
  return {static_cast<unsigned>(test.shape.steps.size()),
          static_cast<unsigned>(test.shape.threads.sizes.size()), test.answers, test.reached};
}

/// The counts of the groups add up to what was found, and have the tests in them.
bool addsUp(const SynthPieceResult& result, const SynthPiece& piece) {
  std::uint64_t found = 0;
  for (const auto& [group, count] : result.tally) {
    found += count;
  }
  SynthTally listed;
  for (const auto& [number, test] : result.tests) {
    ++listed[groupOf(test)];
  }
  const bool counted = std::ranges::all_of(listed, [&](const auto& entry) {
    const auto group = result.tally.find(entry.first);
    return group != result.tally.end() && entry.second <= group->second;
  });
  return counted && found == result.counts.found &&
         result.tests.size() >= std::min(result.counts.found, piece.keep);
}

/// A test, or a group of them, has an answer of each model, and says what the machine shows if one is asked:
/// then a model forbids it.
template <typename Answered>
bool answers(const Answered& of, const SynthQuestion& question) {
  return of.answers.size() == question.models.size() &&
         of.reached.has_value() == question.machine.has_value() &&
         (!of.reached || std::ranges::count(of.answers, SynthAnswer::Forbidden) > 0);
}

PieceJson testJson(std::uint64_t number, const AnsweredTest& test) {
  return {number,
          test.numbers,
          test.observation.reads,
          test.observation.finals,
          answersJson(test.answers),
          reachedJson(test.reached)};
}

/// A test, with the number of its shape.
std::pair<std::uint64_t, AnsweredTest> testFrom(const PieceJson& json, const ShapeSpace& space) {
  const std::uint64_t number = json.at(0);
  if (number >= space.numbers()) {
    throw std::runtime_error("there is no such shape");
  }
  return {number, AnsweredTest{space.at(number).value(),
                               json.at(1),
                               {json.at(2), json.at(3)},
                               answersFrom(json.at(4)),
                               reachedFrom(json.at(5))}};
}

PieceJson classesJson(const ShapeClasses& classes) {
  PieceJson json = PieceJson::array();
  for (const auto& [key, found] : classes.all()) {
    json.push_back({found.tests, arrayOf<PieceJson>(found.members, [](const ClassMember& member) {
                      return testJson(member.number, member.test);
                    })});
  }
  return json;
}

ShapeClasses classesFrom(const PieceJson& json, const ShapeSpace& space) {
  ShapeClasses classes;
  for (const PieceJson& entry : json) {
    ShapeClass found{entry.at(0), {}};
    for (const PieceJson& test : entry.at(1)) {
      auto [number, answered] = testFrom(test, space);
      found.members.push_back({number, std::move(answered)});
    }
    classes.merge(std::move(found));
  }
  return classes;
}

}  // namespace

std::string SynthPiece::text() const {
  return PieceJson::array({events, index, first, last, keep, byShape}).dump();
}

SynthPiece SynthPiece::parse(const std::string& text) {
  const PieceJson json = PieceJson::parse(text);
  return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5)};
}

std::string SynthPieceResult::text() const {
  PieceJson groups = PieceJson::array();
  for (const auto& [group, count] : tally) {
    groups.push_back(
        {group.events, group.threads, answersJson(group.answers), reachedJson(group.reached), count});
  }
  PieceJson found = PieceJson::array();
  for (const auto& [number, test] : tests) {
    found.push_back(testJson(number, test));
  }
  PieceJson json{{"counts", countsJson(counts)}, {"tally", groups}, {"tests", found}, {"complete", complete}};
  putIfAny(json, "refused", refused);
  if (!classes.empty()) {
    json["classes"] = classesJson(classes);
  }
  return json.dump();
}

SynthPieceResult SynthPieceResult::parse(const std::string& text, const ShapeSpace& space) {
  const PieceJson json = PieceJson::parse(text);
  SynthPieceResult result;
  result.counts = countsFrom(json.at("counts"));
  result.complete = json.at("complete");
  if (json.contains("refused")) {
    result.refused = json["refused"].get<std::uint64_t>();
  }
  for (const PieceJson& group : json.at("tally")) {
    result.tally[{group.at(0), group.at(1), answersFrom(group.at(2)), reachedFrom(group.at(3))}] =
        group.at(4);
  }
  for (const PieceJson& found : json.at("tests")) {
    result.tests.push_back(testFrom(found, space));
  }
  if (json.contains("classes")) {
    result.classes = classesFrom(json["classes"], space);
  }
  return result;
}

SynthPieceResult SynthPieceResult::read(const std::string& text, const SynthPiece& piece,
                                        const ShapeSpace& space, const SynthQuestion& question) {
  SynthPieceResult result = parse(text, space);
  const bool testsHold = std::ranges::all_of(result.tests, [&](const auto& test) {
    return piece.first <= test.first && test.first < piece.last && wellFormed(test.second, question.bounds) &&
           answers(test.second, question);
  });
  const bool groupsHold = std::ranges::all_of(result.tally, [&](const auto& entry) {
    return entry.first.events == piece.events && entry.first.threads >= 1 &&
           entry.first.threads <= question.bounds.threads && answers(entry.first, question);
  });
  if (!testsHold || !groupsHold || result.refused || !addsUp(result, piece)) {
    throw std::runtime_error("it is not what a search finds");
  }
  return result;
}

SynthPieceResult searchPiece(const ShapeSearch& search, const ShapeSpace& space, const SynthPiece& piece,
                             const Deadline& deadline) {
  SynthPieceResult result;
  try {
    for (std::uint64_t number = piece.first; number < piece.last; ++number) {
      deadline.check();
      const std::optional<SynthShape> shape = space.at(number);
      if (!shape) {
        continue;
      }
      const auto take = [&](const AnsweredTest& test) {
        ++result.counts.found;
        ++result.tally[groupOf(test)];
        if (piece.byShape) {
          result.classes.add(number, test);
        } else if (result.tests.size() < piece.keep) {
          result.tests.emplace_back(number, test);
        }
      };
      try {
        search(*shape, deadline, result.counts, take);
      } catch (const TooManyExecutions&) {
        ++result.counts.skipped;
      } catch (const UserError&) {
        result.refused = number;
        return result;
      }
    }
  } catch (const OutOfTime&) {
    result.complete = false;
  }
  return result;
}

}  // namespace hrfcheck::inline synth
