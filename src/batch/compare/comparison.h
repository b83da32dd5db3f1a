#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// What is compared.
enum class Basis {
  Promises,   ///< what a program may do: anything where it is racy or undefined, else its final states
  Candidates  ///< the final states of the executions that a model looks at, racy or not
};

/// What a model says of a test.
struct ModelAnswer {
  std::string model;
  RowStatus status = RowStatus::Answered;
  std::string reason;  ///< of every status but Answered
  std::optional<RaceStatus> races;
  /// Racy, or undefined for another reason: any outcome is possible, `states` are only those of candidates.
  bool anything = false;
  std::set<std::pair<std::string, std::string>> pairs;  ///< racing pairs, {"P0:1", "P1:0"}
  bool listsSomeOfAlike = false;  ///< there may be states that differ from one of these in a value alone
  std::map<std::string, std::string> states;  ///< "1:r0=1 1:r1=0" and an execution that ends so
  std::optional<Observation> observation;

  /// That a model allows no execution at all is something to compare, too.
  bool answered() const { return status == RowStatus::Answered || status == RowStatus::Vacuous; }
};

/// A test under all models that are compared.
struct TestAnswers {
  std::size_t test = 0;  ///< place in the corpus
  std::string path;
  std::string condition;
  std::vector<ModelAnswer> answers;  ///< in the order of the models; without models that do not apply
};

/// How two models compare on a test, or over a corpus.
enum class Strength {
  Equal,
  FirstAllowsMore,
  SecondAllowsMore,
  Incomparable,
  Unknown  ///< an answer is missing; over a corpus: no test has been answered by both
};

Strength compareAnswers(const ModelAnswer& first, const ModelAnswer& second, Basis basis);
/// Whether two answers differ in anything that is reported: what is compared, or the races, where both models
/// define them. False when one of the answers is missing.
bool differ(const ModelAnswer& first, const ModelAnswer& second, Basis basis);
/// Of the tests so far and one more. Unknown changes nothing, whichever it is.
Strength joined(Strength some, Strength more);
/// The same with the models exchanged.
Strength turned(Strength strength);

/// How large a test is; the smaller one is the better example.
struct TestSize {
  std::size_t threads = 0;
  std::size_t instructions = 0;

  friend auto operator<=>(const TestSize&, const TestSize&) = default;
};

/// A test that tells two models apart.
struct Example {
  TestSize size;
  std::string path;

  friend auto operator<=>(const Example&, const Example&) = default;
};

/// Two models over a corpus.
struct PairComparison {
  std::string first, second;
  Strength strength = Strength::Unknown;
  std::size_t tests = 0;         ///< that both answered
  std::size_t unknown = 0;       ///< that both were asked about, and one did not answer
  std::size_t racesDiffer = 0;   ///< of the tests: equal in what they allow, and yet their races differ
  std::size_t firstMore = 0;     ///< of the tests: those where the first allows something the second does not
  std::size_t secondMore = 0;    ///< the other way round
  std::size_t incomparable = 0;  ///< of the tests: counted in both
  std::optional<Example> firstExample, secondExample;  ///< the smallest of firstMore and secondMore
};

/// Compares models, test by test, in any order of the tests.
class Comparison {
 public:
  explicit Comparison(Basis basis) : basis_(basis) {}

  /// @param rows of one test, each column once, in any order
  /// @param size asked for once if the test tells models apart
  void add(std::vector<ResultRow> rows, const std::function<TestSize(const std::string&)>& size);

  Basis basis() const { return basis_; }
  /// Those that were asked about some test, in the order in which they were asked.
  std::vector<std::string> models() const;
  /// Every two models, in their order.
  std::vector<PairComparison> pairs() const;
  /// Tests that at least two models answered.
  std::size_t tests() const { return tests_; }
  /// Tests that one model answered, or none, so that there was nothing to compare.
  std::size_t alone() const { return alone_; }
  /// The tests on which two answers differ, by their place in the corpus.
  const std::map<std::size_t, TestAnswers>& differing() const { return differing_; }
  /// Rows without an answer where there should be one (without logs), in order.
  const std::map<std::pair<std::size_t, std::size_t>, ResultRow>& problems() const { return problems_; }

 private:
  void compare(const ModelAnswer& first, const ModelAnswer& second, PairComparison& pair,
               const std::function<Example()>& example) const;

  Basis basis_;
  std::map<std::size_t, std::string> models_;  ///< by column
  std::map<std::pair<std::string, std::string>, PairComparison> pairs_;
  std::map<std::size_t, TestAnswers> differing_;
  std::map<std::pair<std::size_t, std::size_t>, ResultRow> problems_;
  std::size_t tests_ = 0;
  std::size_t alone_ = 0;
};

/// @pre the rows are of one test, and there is one
TestAnswers answersOf(const std::vector<ResultRow>& rows);
/// Some two of the answers differ.
bool differs(const TestAnswers& answers, Basis basis);

}  // namespace hrfcheck::inline batch
