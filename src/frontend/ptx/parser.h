#pragma once

#include <array>
#include <string>
#include <vector>

#include "frontend/ptx/lexer.h"
#include "frontend/ptx/scopes.h"
#include "frontend/ptx/syntax.h"
#include "util/diagnostic.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::ptx {

/// A recursive descent over the words of a module.
class PtxParser {
 public:
  PtxParser(const SourcePtr& source, std::vector<PtxToken> words, Diagnostics& diagnostics,
            const Deadline& deadline)
      : source_(source), words_(std::move(words)), diagnostics_(diagnostics), look_(deadline) {}

  /// @throws SyntaxFailure after the first mistake, which is reported
  PtxModule run();

 private:
  // Words.
  const PtxToken& peek(std::size_t ahead = 0) const;
  const PtxToken& take();
  bool accept(char symbol);
  bool acceptDotted(std::string_view word);
  const PtxToken& expect(char symbol, std::string_view where);
  const PtxToken& expectWord(std::string_view what);
  std::uint32_t expectCount(std::string_view what, std::uint32_t most);
  [[noreturn]] void fail(const PtxToken& at, const std::string& message, const std::string& hint = "");
  [[noreturn]] void failAt(Span span, const std::string& message);
  static std::string described(const PtxToken& word);

  // Directives and declarations: parse_declarations.cpp.
  void statementOfModule();
  void versions(const PtxToken& directive);
  void file();
  void location();
  SourcePosition sourcePosition();
  void function(bool entry);
  std::vector<std::uint32_t> parameterList(bool results);
  void functionDirectives(PtxFunction& function);
  std::array<std::uint32_t, 3> upToThree(std::string_view what);
  void body(PtxFunction& function);
  void statement(PtxFunction& function);
  void closeScope(PtxFunction& function);
  void pragma(PtxFunction& function, const PtxToken& directive);
  void registers();
  void variables(StateSpace space);
  std::uint32_t variable(StateSpace space, bool parameter);
  std::uint32_t enter(Variable variable);
  void dimensions(Variable& variable);
  void initializer(Variable& variable);
  void initialElements(Variable& variable, unsigned depth);
  InitialElement initialElement();
  PtxType type();
  static std::optional<StateSpace> spaceNamed(std::string_view word);
  void skipAttribute();
  bool managed_ = false;  ///< the attribute that was skipped says so
  void skipToSemicolon();
  void named(PtxFunction& function, const PtxToken& label);

  // Sections: parse_sections.cpp.
  void section();
  void debugString(const std::string& label);
  void debugBytes(DebugSection& section);

  // Instructions and operands: parse_instructions.cpp.
  void instruction(PtxFunction& function);
  PtxOperand operand(PtxFunction& function, unsigned depth);
  PtxOperand single(PtxFunction& function, unsigned depth);
  PtxOperand wordOperand(PtxFunction& function);
  PtxOperand special(const PtxToken& word);
  PtxOperand address(PtxFunction& function, unsigned depth);
  std::vector<PtxOperand> list(PtxFunction& function, char close, unsigned depth);
  void resolveLabels(PtxFunction& function);
  void resolve(PtxOperand& operand, Scopes::Scope scope);
  bool atConstant() const;

  // Constant expressions (4.5): parse_constants.cpp.
  PtxOperand constantExpression();
  std::uint64_t offset();
  std::uint64_t binary(unsigned level, unsigned depth);
  std::uint64_t unary(unsigned depth);

  const SourcePtr& source_;
  std::vector<PtxToken> words_;
  std::size_t at_ = 0;
  Diagnostics& diagnostics_;
  PacedLook look_;
  PtxModule module_;
  Scopes scopes_;
  std::map<std::string, std::uint32_t, std::less<>> functions_;
  std::vector<Scopes::Scope> scopeOf_;  ///< of the instructions of the function that is read
  std::optional<std::uint32_t> location_;
  std::size_t instructions_ = 0;
  std::uint8_t floatBits_ = 0;  ///< of the constant that is read
  unsigned depthOfAddress_ = 0;
};

}  // namespace hrfcheck::frontend::ptx
