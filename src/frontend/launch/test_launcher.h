#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/c/launch/launch_kernel.h"
#include "frontend/launch/directives.h"
#include "frontend/launch/init_lines.h"

namespace hrfcheck::frontend {

/// What code in C++ says of its launch.
struct LaunchInCode {
  std::optional<std::string> instance = {};  ///< the function that a directive `kernel scan<int, 4>` means
  std::optional<Span> cluster = {};          ///< of `__cluster_dims__(2)`: the number
  /// Of `__launch_bounds__(256)`: the number, by the place of the kernel's name.
  std::vector<std::pair<Span, Span>> bounds = {};
};

/// Launches the kernel of a test: as its text says, and the directives, which count more. Must live as long
/// as what it makes.
class TestLauncher {
 public:
  TestLauncher(const SourcePtr& source, const Directives& directives, const Dialect& dialect,
               Diagnostics& diagnostics, LaunchInCode code = {})
      : source_(source),
        directives_(directives),
        dialect_(dialect),
        diagnostics_(diagnostics),
        code_(std::move(code)),
        initLines_(source, diagnostics) {}

  /// Makes threads of the unit's kernel (launchKernel). Where threads are written one by one and nothing is
  /// launched, all stays as it is.
  /// @throws SyntaxFailure after an error that leaves no threads
  void launch(c::ParsedUnit& parsed, std::vector<InitialEntry>& initial);

  /// Reports what the directives say of a launch where there is no kernel.
  void refuse() const;
  void refuseOpenMemory() const;

 private:
  /// A name that the user gives to a kernel that is to be launched.
  struct KernelName {
    std::string_view text;
    Span span;
  };

  std::optional<Grid> gridOf(const std::optional<c::LaunchLine>& line) const;
  void warnOfSizes(const c::Function& kernel, const Grid& grid,
                   const std::map<std::string_view, c::Literal>& constants);
  const c::Function* chooseKernel(const c::Unit& unit, const std::optional<KernelName>& name) const;
  void reportUnlaunched(const c::Unit& unit) const;
  std::string kernelForm() const;
  std::optional<KernelName> kernelName(const std::optional<c::LaunchLine>& line) const;

  SourcePtr source_;
  const Directives& directives_;
  const Dialect& dialect_;
  Diagnostics& diagnostics_;
  LaunchInCode code_;
  InitLines initLines_;
};

}  // namespace hrfcheck::frontend
