#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hrfcheck::inline suite {

/// The result of one program, where there is something to report.
struct SuiteFinding {
  enum class Kind {
    Outside,         ///< race-free, and the machine shows an outcome that is not SC (P1)
    Deadlock,        ///< race-free, and the machine hangs (P1)
    NotReached,      ///< race-free, and the machine never shows some SC outcome (P2)
    Excepted,        ///< one of the above, and known to be so (HF2)
    NotSc,           ///< racy, and the machine shows an outcome that is not SC (P3)
    OnlyFirst,       ///< race-free under the first model alone, and the machine is SC (P5)
    OnlyFirstNotSc,  ///< the same, and it is not
    OnlySecond,
    OnlySecondNotSc,
    Undecided  ///< cut by a limit, or the worker died
  } kind = Kind::Outside;
  std::uint64_t number = 0;  ///< of the program
  std::string rule;          ///< that was switched off; empty for none
  std::string what;          ///< final state, or reason: "0:r0=1 x=2", "state limit"
  std::string litmus;        ///< the program, with the final state as its condition where there is one

  bool failure() const { return kind <= Kind::NotReached; }
  friend bool operator==(const SuiteFinding&, const SuiteFinding&) = default;
};

inline constexpr std::array<std::pair<SuiteFinding::Kind, std::string_view>, 10> kFindingKinds{{
    {SuiteFinding::Kind::Outside, "outside"},
    {SuiteFinding::Kind::Deadlock, "deadlock"},
    {SuiteFinding::Kind::NotReached, "not-reached"},
    {SuiteFinding::Kind::Excepted, "excepted"},
    {SuiteFinding::Kind::NotSc, "not-sc"},
    {SuiteFinding::Kind::OnlyFirst, "only-first"},
    {SuiteFinding::Kind::OnlyFirstNotSc, "only-first-not-sc"},
    {SuiteFinding::Kind::OnlySecond, "only-second"},
    {SuiteFinding::Kind::OnlySecondNotSc, "only-second-not-sc"},
    {SuiteFinding::Kind::Undecided, "undecided"},
}};
std::string_view nameOf(SuiteFinding::Kind kind);

/// How many programs were run, by their verdicts, and how many states they took.
struct SuiteCounts {
  std::uint64_t programs = 0;
  std::uint64_t raceFree = 0;  ///< under the model; with two, under both
  std::uint64_t racy = 0;      ///< with two, under both
  std::uint64_t sound = 0;     ///< race-free, and the machine does exactly what SC does
  std::uint64_t states = 0;    ///< of machines

  friend bool operator==(const SuiteCounts&, const SuiteCounts&) = default;
};

/// What came of some programs.
class SuiteTally {
 public:
  /// So many findings of each kind and rule are kept, those with the smallest numbers; all are counted.
  static constexpr std::size_t kMostKept = 20;

  SuiteCounts counts;

  void add(SuiteFinding finding);
  void add(const SuiteTally& other);

  std::uint64_t found(SuiteFinding::Kind kind) const;
  /// P1 and P2 hold as far as this shows.
  bool failed() const;
  /// By kind, rule and number.
  std::vector<SuiteFinding> findings() const;
  /// Those of one kind, by rule and number.
  std::vector<SuiteFinding> findings(SuiteFinding::Kind kind) const;

  /// As one line of JSON, and back. What is written is what is kept.
  std::string json() const;
  /// @throws std::runtime_error for anything else
  static SuiteTally parse(const std::string& json);

  friend bool operator==(const SuiteTally&, const SuiteTally&) = default;

 private:
  using Key = std::pair<SuiteFinding::Kind, std::string>;
  std::map<SuiteFinding::Kind, std::uint64_t> found_;
  std::map<Key, std::map<std::uint64_t, SuiteFinding>> kept_;  ///< by number
};

}  // namespace hrfcheck::inline suite
