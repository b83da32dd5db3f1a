#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "util/process/deadline.h"
#include "verify/refused.h"

namespace hrfcheck::inline verify {

/// A line of a certificate's file, taken word by word. Whatever is not as it must be is refused with its
/// place.
class TextLine {
 public:
  TextLine(const std::string& file, std::size_t number, std::string_view text)
      : file_(file), number_(number), text_(text), left_(text) {
    skipBlanks();
  }

  std::size_t number() const { return number_; }
  bool done() const { return left_.empty(); }
  std::string_view word();
  std::int64_t integer();
  /// A number that is an index into so many things.
  std::size_t below(std::size_t limit);
  bool flag() { return below(2) == 1; }
  /// Everything behind the words taken so far.
  std::string rest();
  void end() const;
  /// How many bytes are left: no more things can be named in them.
  std::size_t left() const { return left_.size(); }
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  void skipBlanks();

  const std::string& file_;
  std::size_t number_;
  std::string_view text_;
  std::string_view left_;
};

/// Every line that has words.
/// @throws OutOfTime when the deadline expires first
void eachLine(const std::string& file, std::string_view text, PacedLook& look,
              const std::function<void(TextLine&)>& visit);

/// The same up to the last line, which must be "end": a text that is cut off is noticed.
void eachLineUntilEnd(const std::string& file, std::string_view text, PacedLook& look,
                      const std::function<void(TextLine&)>& visit);

/// A number as a word; nothing where it is none.
std::optional<std::int64_t> integerIn(std::string_view word);

/// Whether a word may name a file or a model: letters, digits, `-`, `_`, `+` and `.`, and it does not begin
/// with `-` or `.`. Such a name leads into no other folder.
bool isPlainName(std::string_view word);

}  // namespace hrfcheck::inline verify
