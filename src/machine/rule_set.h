#pragma once

#include <bitset>
#include <initializer_list>
#include <string>

namespace hrfcheck::inline machine {

/// The deviations and fixes that can be switched by themselves; their texts are in rule_set.cpp.
enum class Rule {
  InvAfterAccess,
  AccessWithOwnCopies,
  BlockingRelease,
  RmAcqFlushOwn,
  RmArFlushOwn,
  RmInvAfterAcks,
  RmRelAsRmAr,
  RmAcqStall,
  RmArStall,
  StallOnEntry,
  StallPerRequester,
  SecondFlush,
  LineLock,
  KeepDirty,
  FlushDirty,
  OuterFirst,
  KillFill,
  ScopeBits,
  ReleaseWaits,
  ReleaseWritesBack,
  AcquireInvalidates,
  SeqCstWaits
};
inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Rule::SeqCstWaits) + 1;

/// Which rules a machine goes by.
class RuleSet {
 public:
  RuleSet() = default;
  RuleSet(std::initializer_list<Rule> rules) {
    for (const Rule rule : rules) {
      set(rule, true);
    }
  }
  bool operator[](Rule rule) const { return on_.test(static_cast<std::size_t>(rule)); }
  void set(Rule rule, bool on) { on_.set(static_cast<std::size_t>(rule), on); }

 private:
  std::bitset<kRuleCount> on_;
};

const std::string& nameOf(Rule rule);
enum class MachineTests;
struct SimulationOptions;
/// The rules with those of the options switched off and on.
/// @param tests of the machine
/// @throws UserError for a name that no rule has, and for a rule that no machine of these tests has
RuleSet rulesWith(RuleSet rules, MachineTests tests, const SimulationOptions& options);
/// @throws UserError for a name that no rule has
Rule ruleNamed(const std::string& name);

}  // namespace hrfcheck::inline machine
