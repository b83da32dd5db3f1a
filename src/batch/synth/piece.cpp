#include "batch/synth/piece.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "util/diagnostic.h"

// Pieces travel between processes of one program as JSON.

namespace hrfcheck::inline batch {
namespace {

using PieceJson = nlohmann::json;

PieceJson countsJson(const SynthCounts& c) {
  return PieceJson::array({c.shapes, c.executions, c.pruned, c.programs, c.skipped, c.judged, c.found});
}

SynthCounts countsFrom(const PieceJson& json) {
  return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5), json.at(6)};
}

PieceJson answersJson(const std::vector<SynthAnswer>& answers) {
  PieceJson json = PieceJson::array();
  for (const SynthAnswer answer : answers) {
    json.push_back(nameOf(answer));
  }
  return json;
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
    groups.push_back({group.events, group.threads, answersJson(group.answers), count});
  }
  PieceJson found = PieceJson::array();
  for (const auto& [number, test] : tests) {
    found.push_back(
        {number, test.numbers, test.observation.reads, test.observation.finals, answersJson(test.answers)});
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
    result.tally[{group.at(0), group.at(1), answersFrom(group.at(2))}] = group.at(3);
  }
  for (const PieceJson& found : json.at("tests")) {
    const std::uint64_t number = found.at(0);
    result.tests.emplace_back(
        number,
        AnsweredTest{
            space.at(number).value(), found.at(1), {found.at(2), found.at(3)}, answersFrom(found.at(4))});
  }
  return result;
}

SynthPieceResult SynthPieceResult::read(const std::string& text, const ShapeSpace& space,
                                        const SynthBounds& bounds, std::size_t models) {
  try {
    SynthPieceResult result = parse(text, space);
    if (std::ranges::all_of(result.tests, [&](const auto& test) {
          return test.second.answers.size() == models && wellFormed(test.second, bounds);
        })) {
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
      search(*shape, deadline, result.counts, [&](const AnsweredTest& test) {
        ++result.counts.found;
        const auto threads = static_cast<unsigned>(test.shape.threads.sizes.size());
        ++result.tally[{piece.events, threads, test.answers}];
        if (result.tests.size() < piece.keep) {
          result.tests.emplace_back(number, test);
        }
      });
    }
  } catch (const OutOfTime&) {
    result.complete = false;
  }
  return result;
}

}  // namespace hrfcheck::inline batch
