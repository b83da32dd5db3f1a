#pragma once

#include <optional>
#include <string>

#include "engine/engine.h"
#include "synth/programs/test_program.h"
#include "synth/search/answer_search.h"

namespace hrfcheck::inline synth {

/// Of which executions a synthesized test asks whether they end in its final state.
enum class SynthForm {
  Plain,    ///< of all executions of the program
  Filtered  ///< of those that a filter leaves
};
/// "plain", "filtered".
const char* nameOf(SynthForm form);

/// A test in a dialect of its own.
struct TestText {
  std::string name;
  std::string litmus;
  std::string log;  ///< what models say of it, as `expected/NAME.log` has it; empty where none is asked
};

/// A synthesized test as a user gets it.
struct WrittenTest {
  std::string name;
  TestText hsa;  ///< under the name of the test; judged by the models that take HSA tests
  /// In each dialect that it is converted to, "NAME.ptx", judged by the models that it is converted for.
  std::vector<TestText> converted;
  SynthForm form = SynthForm::Plain;
  std::size_t threads = 0;
  std::size_t events = 0;
  std::vector<SynthAnswer> answers;
  std::optional<bool> reached = std::nullopt;  ///< AnsweredTest::reached
  /// How many tests it stands for, itself included, where one of each shape is written.
  std::uint64_t ofShape = 1;
};

/// Writes a test, reads it again and asks an engine, which must answer as the search did. The form is Plain
/// where all executions of the program together are answered like those of the observation. A test that all
/// models forbid is filtered by the fewest reads that leave executions, none of them racy.
/// @param models the names under which the models were asked for
/// @returns nothing when the engine says otherwise
/// @throws OutOfTime
std::optional<WrittenTest> writeTest(const AnsweredTest& test, const SynthQuestion& question,
                                     const std::vector<std::string>& models, const std::string& name,
                                     Engine& engine, const Deadline& deadline);

}  // namespace hrfcheck::inline synth
