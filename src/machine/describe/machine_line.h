#pragma once

#include <string>
#include <vector>

#include "util/diagnostic.h"

namespace hrfcheck::inline machine {

/// A line of a machine file: its words, one after the other, with their places.
class MachineLine {
 public:
  struct Word {
    std::string text;
    bool quoted = false;
    Place place;
  };

  /// @param number from 1
  /// @throws UserError for a quote that does not end
  MachineLine(const SourcePtr& source, std::uint32_t number);

  bool empty() const { return words_.empty(); }
  const Word& first() const { return words_.front(); }
  std::uint32_t number() const { return number_; }
  /// From the first word to the last.
  Place place() const;

  /// Whether there is a word behind those that were taken.
  bool more() const { return next_ < words_.size(); }
  const Word& peek() const { return words_[next_]; }
  /// Whether the next word is this one; takes it then.
  bool takes(const std::string& text);
  /// The next word.
  /// @param what it is: "the name of a machine"
  /// @throws UserError where there is none
  const Word& take(const std::string& what);
  /// @throws UserError where a word is left
  void end() const;

 private:
  std::uint32_t number_;
  std::vector<Word> words_;
  std::size_t next_ = 0;
};

/// @throws UserError: "there is no SORT 'x'", with those that are meant or, where none is near, all
[[noreturn]] void unknownWord(const MachineLine::Word& word, const std::string& sort,
                              const std::vector<std::string>& known);

}  // namespace hrfcheck::inline machine
