#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "util/random.h"

namespace hrfcheck::test {

/// A thread's place, "wg 0", and its instructions.
struct Column {
  std::string place;
  std::vector<std::string> code;
};

/// An HSA test over x, y and l in which every thread has the registers r0 and r1.
std::string litmus(const std::vector<Column>& columns, const std::string& rest);
/// Three threads, two of them or all alike.
std::string randomSymmetricTest(Random& random);

std::shared_ptr<const EventStructure> structureOf(const std::string& text);

/// Models of different making: with and without choices, scopes, remote operations.
std::vector<Model> symmetryModels();

/// What the representatives alone let one conclude: every candidate execution, those that are no
/// representatives skipped, the rest judged as the reference engine does, then expanded (engine/orbits.h).
Analysis analyseRepresentatives(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                                const AnalysisOptions& options = {});

/// Says so (doctest) where two analyses differ in outcomes, flagged pairs or incidents, or where the first
/// has a witness that does not show what it is a witness of.
void checkSame(const std::shared_ptr<const EventStructure>& structure, const Model& model,
               const Analysis& tested, const Analysis& expected);

}  // namespace hrfcheck::test
