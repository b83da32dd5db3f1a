#pragma once

#include "cat/syntax/expr_parser.h"

namespace hrfcheck::cat {

/// Refuses expressions nested so deeply that they endanger the stack of functions that walk over the tree.
class ExprParser::Nesting {
 public:
  explicit Nesting(ExprParser& parser) : parser_(parser) {
    if (parser_.nesting_ >= kMax) {
      parser_.cursor_.refuse(parser_.cursor_.peek().span, "an expression nested this deeply");
    }
    ++parser_.nesting_;
  }
  ~Nesting() { --parser_.nesting_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  static constexpr unsigned kMax = 200;
  ExprParser& parser_;
};

}  // namespace hrfcheck::cat
