#pragma once

#include "frontend/launch/init_lines.h"
#include "frontend/spirv/kernel/memory.h"
#include "frontend/spirv/module/header.h"
#include "frontend/spirv/module/object_names.h"

namespace hrfcheck::frontend::spirv {

/// Reads what is said of a kernel's memory: by initializers of the module, by lines `; @Input`, by lines
/// `init`.
class SaidReader {
 public:
  /// What says it, and what it is said of; all of it must outlive this.
  struct Context {
    const Listing& listing;
    const Module& module;
    Types& types;
    const Function& entry;
    const ObjectNames& names;
    const Header& header;
    const Directives& directives;
    const SourcePtr& source;
    Diagnostics& diagnostics;
  };

  explicit SaidReader(const Context& context)
      : in_(context), initLines_(context.source, context.diagnostics) {}

  SaidOfMemory run();

 private:
  void initializers();
  std::optional<InputValue> initializer(Id id, unsigned depth);
  void inputs();
  void initialState(const Directive& line);
  void initial(const LocationEntry& entry, Id id);
  void unsaidParameters();
  void outOfBounds();
  void mentions();

  Context in_;
  InitLines initLines_;
  std::map<std::string_view, c::Literal> constants_;  ///< that lines `init` may name
  SaidOfMemory said_;
};

}  // namespace hrfcheck::frontend::spirv
