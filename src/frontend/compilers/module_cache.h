#pragma once

#include <memory>
#include <optional>
#include <string>

#include "frontend/compilers/work_folder.h"

namespace hrfcheck::frontend::via {

/// A module, and what the compiler said besides.
struct Compiled {
  std::string module;
  std::string said;
};

/// Modules that were made during a run, in a folder of their own: processes that are forked after it was made
/// share it, so that a file with several tests is compiled once.
class ModuleCache {
 public:
  /// @param what everything that a module is made of
  std::optional<Compiled> find(const std::string& what) const;
  /// Keeps nothing where it cannot be written.
  void keep(const std::string& what, const Compiled& compiled) const;

  /// While one process makes a module, others that want it wait.
  class Turn {
   public:
    Turn(const ModuleCache& cache, const std::string& what);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    int file_;
  };

 private:
  WorkFolder folder_;
};

/// Null where there can be none: then each test's file is compiled.
std::shared_ptr<const ModuleCache> cacheForRun();

}  // namespace hrfcheck::frontend::via
