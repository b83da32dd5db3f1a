#pragma once

#include "cli/option_groups.h"

namespace hrfcheck {

/// The options of `simulate --suite` besides those that say which machine it is.
class SuiteOptionGroup {
 public:
  void build(CLI::App& app);
  /// @returns whether a suite is asked for
  /// @throws UserError for options that do not go together
  bool asked() const;
  SuiteArguments arguments() const;

 private:
  bool asked_ = false;
  SuiteArguments parsed_;
  unsigned operations_ = 0, threads_ = 0, jobs_ = 0;
  std::string locations_;
  std::vector<std::string> models_;
  std::uint64_t sample_ = 0;
  std::uint64_t seed_ = 1;
  std::string shard_ = "1/1";
  std::string results_, resumed_, saved_;
  std::string progress_ = "auto";
};

}  // namespace hrfcheck
