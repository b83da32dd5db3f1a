#pragma once

#include <string>
#include <vector>

#include "program/ir/instruction.h"

namespace hrfcheck::frontend::c {

/// A place in code that need not be known yet.
struct Label {
  std::size_t number = 0;
};

/// What an instruction shows of the text that it comes from.
struct Origin {
  Place place;
  std::string text;
  Span code = {};       ///< Instruction::code
  Span statement = {};  ///< Instruction::statement
};

/// The instructions of one thread while they are made; branches go to labels.
class CodeBuilder {
 public:
  /// @param dropUnreachable what no path gets to is left out: of a launched kernel each thread has the code
  ///   that its ids let it execute
  explicit CodeBuilder(bool dropUnreachable = false) : dropUnreachable_(dropUnreachable) {}

  Label newLabel();
  /// The label is where the next instruction comes. A jump to there that would be the last instruction goes
  /// away.
  /// @param anybody whether jumps to it may come later, from anywhere (goto)
  void bind(Label label, bool anybody = false);

  void emit(Operation operation, const Origin& origin);
  /// `condition` is not 0: goes to `label`. A constant condition becomes a jump or nothing.
  void branch(const hrfcheck::ExprPtr& condition, Label label, const Origin& origin);
  /// Nothing where the code before never gets here.
  void jump(Label label, const Origin& origin);

  /// Whether anything gets to the next instruction.
  bool reachable() const { return reachable_; }
  std::size_t size() const { return code_.size(); }

  /// The code, with all labels bound.
  std::vector<Instruction> finish();

 private:
  static constexpr std::uint32_t kUnbound = ~std::uint32_t{0};

  std::vector<Instruction> code_;  ///< targets are numbers of labels
  std::vector<std::uint32_t> labels_;
  std::vector<bool> used_;  ///< by label: something jumps to it
  bool dropUnreachable_;
  bool reachable_ = true;
};

}  // namespace hrfcheck::frontend::c
