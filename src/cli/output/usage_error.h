#pragma once

#include "util/diagnostic.h"

namespace hrfcheck::inline cli {

/// A command line that is wrong whatever the files say: an unknown option, a missing argument, options that
/// exclude each other.
class UsageError : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace hrfcheck::inline cli
