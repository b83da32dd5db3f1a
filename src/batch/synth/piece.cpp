#include "batch/synth/piece.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "util/diagnostic.h"

// Pieces travel between processes of one program as JSON.

namespace hrfcheck::inline batch {
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
  PieceJson json = PieceJson::array();
  for (const SynthAnswer answer : answers) {
    json.push_back(nameOf(answer));
  }
  return json;
}

/// Whether a machine reaches the state; null where none was asked.
PieceJson reachedJson(const std::optional<bool>& reached) {
  return reached ? PieceJson(*reached) : PieceJson();
}

std::optional<bool> reachedFrom(const PieceJson& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<bool>());
}

std::vector<SynthAnswer> answersFrom(const PieceJson& json) {
  std::vector<SynthAnswer> answers;
  for (const PieceJson& name : json) {
    answers.push_back(synthAnswerNamed(name).value());
  }
  return answers;
}

/// Steps that are read from or wrote last are steps.
bool wellFormed(const std::vector<std::uint32_t>& sources, std::size_t size, std::size_t steps) {
  return sources.size() == size && std::ranges::all_of(sources, [&](std::uint32_t source) {
           return source == kInitialStep || source < steps;
         });
}

bool wellFormed(const AnsweredTest& test, const SynthBounds& bounds) {
  const std::size_t steps = test.shape.steps.size();
  bool holds = test.numbers.size() == steps && wellFormed(test.observation.reads, steps, steps) &&
               wellFormed(test.observation.finals, test.shape.locations, steps);
  for (std::size_t s = 0; holds && s < steps; ++s) {
    holds = test.numbers[s] < annotationsOf(test.shape.steps[s].kind, bounds).size();
  }
  return holds;
}

/// A test, or a group of them, has an answer of each model, and says what the machine shows if one is asked:
/// then a model forbids it.
template <typename Answered>
bool answers(const Answered& of, const SynthQuestion& question) {
  return of.answers.size() == question.models.size() &&
         of.reached.has_value() == question.machine.has_value() &&
         (!of.reached || std::ranges::count(of.answers, SynthAnswer::Forbidden) > 0);
}

}  // namespace

std::string SynthPiece::text() const {
  return PieceJson::array({events, index, first, last, keep}).dump();
}

SynthPiece SynthPiece::parse(const std::string& text) {
  const PieceJson json = PieceJson::parse(text);
  return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4)};
}

std::string SynthPieceResult::text() const {
  PieceJson groups = PieceJson::array();
  for (const auto& [group, count] : tally) {
    groups.push_back(
        {group.events, group.threads, answersJson(group.answers), reachedJson(group.reached), count});
  }
  PieceJson found = PieceJson::array();
  for (const auto& [number, test] : tests) {
    found.push_back({number, test.numbers, test.observation.reads, test.observation.finals,
                     answersJson(test.answers), reachedJson(test.reached)});
  }
  return PieceJson{
      {"counts", countsJson(counts)}, {"tally", groups}, {"tests", found}, {"complete", complete}}
      .dump();
}

SynthPieceResult SynthPieceResult::parse(const std::string& text, const ShapeSpace& space) {
  const PieceJson json = PieceJson::parse(text);
  SynthPieceResult result;
  result.counts = countsFrom(json.at("counts"));
  result.complete = json.at("complete");
  for (const PieceJson& group : json.at("tally")) {
    result.tally[{group.at(0), group.at(1), answersFrom(group.at(2)), reachedFrom(group.at(3))}] =
        group.at(4);
  }
  for (const PieceJson& found : json.at("tests")) {
    const std::uint64_t number = found.at(0);
    result.tests.emplace_back(number, AnsweredTest{space.at(number).value(),
                                                   found.at(1),
                                                   {found.at(2), found.at(3)},
                                                   answersFrom(found.at(4)),
                                                   reachedFrom(found.at(5))});
  }
  return result;
}

SynthPieceResult SynthPieceResult::read(const std::string& text, const ShapeSpace& space,
                                        const SynthQuestion& question) {
  try {
    SynthPieceResult result = parse(text, space);
    const bool holds =
        std::ranges::all_of(result.tests,
                            [&](const auto& test) {
                              return wellFormed(test.second, question.bounds) &&
                                     answers(test.second, question);
                            }) &&
        std::ranges::all_of(result.tally, [&](const auto& entry) { return answers(entry.first, question); });
    if (holds) {
      return result;
    }
  } catch (const std::exception&) {  // of nlohmann, and of std::optional
  }
  throw UserError("a piece of a results file is malformed");
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
        const auto threads = static_cast<unsigned>(test.shape.threads.sizes.size());
        ++result.tally[{piece.events, threads, test.answers, test.reached}];
        if (result.tests.size() < piece.keep) {
          result.tests.emplace_back(number, test);
        }
      };
      try {
        search(*shape, deadline, result.counts, take);
      } catch (const TooManyExecutions&) {
        ++result.counts.skipped;
      }
    }
  } catch (const OutOfTime&) {
    result.complete = false;
  }
  return result;
}

}  // namespace hrfcheck::inline batch
