#pragma once

#include <map>
#include <optional>
#include <string>

#include "frontend/spirv/module/listing.h"
#include "frontend/spirv/module/types.h"

namespace hrfcheck::frontend::spirv {

/// What the variables of a module and the parameters of a kernel are called, in the module and by people.
class ObjectNames {
 public:
  /// What names are made of; all of it must outlive this.
  struct Context {
    const Listing& listing;
    const Module& module;
    const Types& types;
    const Function& entry;
    const std::map<Id, Id>& copies;  ///< of ids in inlined code: what they are copies of
    std::string entryName;
    std::map<Id, std::string> given;  ///< by a compiler that says them beside the code
  };

  explicit ObjectNames(Context context) : in_(std::move(context)) {}

  /// As the module has it, "%x". Ids of inlined code are those of the function.
  std::string written(Id id) const;
  /// For people: "x". Numbers become words: "v12".
  std::string display(Id id) const;
  /// The variable or parameter of a name with its %; ids of other things are none. Several parameters may
  /// have one name in OpName: the kernel's is meant.
  std::optional<Id> named(std::string_view name) const;
  /// The one that people call so.
  std::optional<Id> displayedAs(std::string_view name) const;

 private:
  Context in_;
};

}  // namespace hrfcheck::frontend::spirv
