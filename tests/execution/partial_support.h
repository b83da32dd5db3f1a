#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>

#include "cat/model/model.h"
#include "execution/evaluate/evaluate.h"
#include "execution/evaluate/known_parts.h"

namespace hrfcheck::test {

/// The definitions of a model by the plainest set algebra, everything anew at every call: what the evaluators
/// are compared with. Models without choices.
class PlainModel {
 public:
  PlainModel(const Model& model, const Execution& execution);

  CatValue value(CatNodeId node);
  /// Whether a requirement holds, a flag is raised, an undefined_unless holds.
  bool passes(const Check& check);
  Relation pairs(const Check& check);

 private:
  Relation relation(CatNodeId node) { return std::get<Relation>(value(node)); }
  EventSet set(CatNodeId node) { return std::get<EventSet>(value(node)); }
  CatValue tag(const std::string& name) const;
  Relation base(const BaseNode& node) const;
  CatValue unary(const UnaryNode& node);
  CatValue binary(const BinaryNode& node);
  CatValue recursion(const RecursionNode& node);
  CatValue fold(const ClassFoldNode& node, CatType type);
  CatValue none(CatType type) const;
  void forEachClass(CatNodeId classesOf, ClassVariable variable, const std::function<void()>& f);
  void forEachBinding(const Check& check, std::size_t binder, const std::function<void()>& f);

  const Model& model_;
  const Execution& x_;
  std::size_t size_;
  EventSet happened_;
  std::map<ClassVariable, EventSet> bound_;
  std::map<std::uint32_t, std::vector<CatValue>> members_;
};

/// Some candidate execution of a structure, or nothing when the dice fall badly.
std::optional<Execution> randomExecution(const std::shared_ptr<const EventStructure>& structure,
                                         std::mt19937& dice);

/// The structure of a litmus file of the repository ("rsp/fig14-case2").
std::shared_ptr<const EventStructure> structureOf(const std::string& file);

/// Takes over the parts of an execution.
void give(KnownParts& parts, const Execution& execution);
void add(KnownParts& parts, const KnownParts& more);

}  // namespace hrfcheck::test
