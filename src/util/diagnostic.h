#pragma once

#include <exception>
#include <string>
#include <vector>

#include "util/source.h"

namespace hrfcheck::inline util {

/// Whether a message is an error or a warning.
enum class Severity { Error, Warning };

/// One message about the user's input. `hint` is a second sentence ("did you mean ...?"), or empty.
struct Diagnostic {
  Severity severity = Severity::Error;
  Place place;
  std::string message;
  std::string hint;
};

/// "file:line:column: error: message", the source line, a caret line, and the hint.
/// Without a known place: "error: message". Ends in a line break.
std::string render(const Diagnostic& diagnostic, bool colour = false);

/// A mistake in the user's input: one or more errors, sorted by place.
class UserError : public std::exception {
 public:
  explicit UserError(std::vector<Diagnostic> diagnostics);
  UserError(Place place, std::string message, std::string hint = "");
  /// An error without a place (a missing file, a bad option).
  explicit UserError(std::string message, std::string hint = "");

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  /// Their plain rendering, made when it is asked for the first time: few of those who catch one want it.
  const char* what() const noexcept override;

 private:
  std::vector<Diagnostic> diagnostics_;
  mutable std::string rendered_;
};

/// Collects the diagnostics of one pass, so that several mistakes are reported at once.
class Diagnostics {
 public:
  void error(Place place, std::string message, std::string hint = "");
  void warning(Place place, std::string message, std::string hint = "");

  bool hasErrors() const { return errors_ > 0; }
  /// All of them, in the order given.
  const std::vector<Diagnostic>& all() const { return all_; }
  /// The warnings alone.
  std::vector<Diagnostic> warnings() const;
  /// @throws UserError with every error collected, when there is one.
  void throwIfErrors() const;

 private:
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

/// The names nearest to `name` by edit distance (at most two edits, at most three names), best first;
/// for "did you mean" hints.
std::vector<std::string> nearestNames(const std::string& name, const std::vector<std::string>& known);

}  // namespace hrfcheck::inline util
