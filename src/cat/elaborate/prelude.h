#pragma once

#include <map>
#include <optional>
#include <string>

#include "cat/syntax/ast.h"

namespace hrfcheck::cat {

/// What both herd's and Dartagnan's standard libraries predefine, in cat.
SourcePtr preludeSource();

/// Where the prelude defines a name: as the target of a let, or as a procedure.
struct PreludeEntry {
  const Binding* binding = nullptr;
  const ProcedureStatement* procedure = nullptr;
};

/// The parsed prelude; read-only.
class Prelude {
 public:
  Prelude();
  /// The one that all models share.
  static const Prelude& shared();
  /// Empty where the prelude does not define the name.
  PreludeEntry find(const std::string& name) const;
  std::vector<std::string> names() const;
  const SourcePtr& source() const { return source_; }

 private:
  SourcePtr source_;
  File file_;
  std::map<std::string, PreludeEntry> entries_;
};

/// When a file of herd's or Dartagnan's library is provided by us.
enum class StockInclude {
  Always,     ///< ours, even where a file of that name exists (herd generates co there); evaluated over the
              ///< prelude alone
  IfMissing,  ///< ours where no file is found
};

/// Files that herd's and Dartagnan's models include and that we satisfy ourselves.
struct StockFile {
  StockInclude when;
  std::string text;
};
std::optional<StockFile> stockFile(const std::string& name);

}  // namespace hrfcheck::cat
