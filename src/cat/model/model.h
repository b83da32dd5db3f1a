#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cat/model/operators.h"
#include "util/diagnostic.h"
#include "util/overloaded.h"
#include "util/source.h"

namespace hrfcheck {

/// Index of a node in `Model::nodes`.
using CatNodeId = std::uint32_t;
/// Identity of a set variable bound by a fold over classes or by `forall`.
using ClassVariable = std::uint32_t;

/// The relations that a candidate execution or its structure gives; everything else is defined from them. The
/// table in cat/model/builtins.h says what each one means. Those of the structure are static: they are known
/// before anything runs, and have names (program/structure/static_relations.h).
enum class BaseRelation { Static, Rf, Co, Addr, Data, Ctrl, Loc, SyncBarrier };

/// The static relations that do not come from the levels of a dialect ("same-wg"), by their names.
namespace static_relation {
inline constexpr std::string_view Po = "po";
inline constexpr std::string_view Rmw = "rmw";
inline constexpr std::string_view Int = "int";
inline constexpr std::string_view SameInstruction = "same-instance";
inline constexpr std::string_view Covers = "covers";
inline constexpr std::string_view Narrower = "narrower";
inline constexpr std::string_view SameScope = "same-scope";
inline constexpr std::string_view SameReference = "same-reference";
inline constexpr std::string_view SystemSynchronizes = "ssw";
inline constexpr std::string_view Unawaited = "unawaited";
}  // namespace static_relation

/// A set of events by tag (R, W, ACQ, WG ...); empty where the test's dialect has no such tag.
struct TagNode {
  std::string tag;

  friend auto operator<=>(const TagNode&, const TagNode&) = default;
};
/// A base relation. One that the dialect of a test does not have is empty there.
struct BaseNode {
  BaseRelation relation;
  std::string name;  ///< of a static relation, else empty

  bool is(BaseRelation wanted) const { return relation == wanted; }
  bool is(std::string_view wanted) const { return relation == BaseRelation::Static && name == wanted; }

  friend auto operator<=>(const BaseNode&, const BaseNode&) = default;
};
/// The empty set or relation.
struct EmptyNode {
  friend auto operator<=>(const EmptyNode&, const EmptyNode&) = default;
};
/// All events, or all pairs of events.
struct UniverseNode {
  friend auto operator<=>(const UniverseNode&, const UniverseNode&) = default;
};
/// The identity relation on all events.
struct IdentityNode {
  friend auto operator<=>(const IdentityNode&, const IdentityNode&) = default;
};
/// An operator with one operand.
struct UnaryNode {
  CatUnary op;
  CatNodeId operand;

  friend auto operator<=>(const UnaryNode&, const UnaryNode&) = default;
};
/// Product makes a relation of two sets; Union, Intersection and Difference work on both types.
struct BinaryNode {
  CatBinary op;
  CatNodeId left;
  CatNodeId right;

  friend auto operator<=>(const BinaryNode&, const BinaryNode&) = default;
};
/// One member of a group of simultaneous recursive definitions: `Model::recursions[group]`.
struct RecursionNode {
  std::uint32_t group;
  std::uint32_t member;

  friend auto operator<=>(const RecursionNode&, const RecursionNode&) = default;
};
/// The class a fold or `forall` is looking at.
struct ClassVariableNode {
  ClassVariable variable;

  friend auto operator<=>(const ClassVariableNode&, const ClassVariableNode&) = default;
};
/// The union of `body` over all classes of `classesOf`, a static equivalence; empty when there is no class.
struct ClassFoldNode {
  ClassVariable variable;
  CatNodeId classesOf;
  CatNodeId body;

  friend auto operator<=>(const ClassFoldNode&, const ClassFoldNode&) = default;
};
/// The total order chosen for `Model::choices[choice]`.
struct ChoiceNode {
  std::uint32_t choice;

  friend auto operator<=>(const ChoiceNode&, const ChoiceNode&) = default;
};

/// What has nothing below it, in itself or by a number.
template <typename T>
concept GivenNode = OneOf<T, TagNode, BaseNode, EmptyNode, UniverseNode, IdentityNode>;

/// A definition of a model, resolved and typed: functions are applied, names are looked up, let and include
/// are gone. Operands have smaller ids, except through recursion groups. Equal nodes are shared.
struct CatNode {
  std::variant<TagNode, BaseNode, EmptyNode, UniverseNode, IdentityNode, UnaryNode, BinaryNode, RecursionNode,
               ClassVariableNode, ClassFoldNode, ChoiceNode>
      node;
  CatType type;
  Place place;       ///< where it is written
  std::string name;  ///< of the `let` that defines it, or empty

  bool isTag(std::string_view tag) const {
    const auto* n = std::get_if<TagNode>(&node);
    return n != nullptr && n->tag == tag;
  }
  /// @param relation a BaseRelation, or the name of a static one
  bool isBase(auto relation) const {
    const auto* n = std::get_if<BaseNode>(&node);
    return n != nullptr && n->is(relation);
  }
  /// The node with its operands, where this is its operator; else null.
  const UnaryNode* as(CatUnary op) const {
    const auto* n = std::get_if<UnaryNode>(&node);
    return n != nullptr && n->op == op ? n : nullptr;
  }
  const BinaryNode* as(CatBinary op) const {
    const auto* n = std::get_if<BinaryNode>(&node);
    return n != nullptr && n->op == op ? n : nullptr;
  }
};

/// Simultaneous `let rec`: the least fixpoint of the bodies, which use the members monotonically.
struct Recursion {
  std::vector<std::string> names;
  std::vector<CatNodeId> bodies;
};

/// `with name from linearisations(set, order[, within])`: some total order of `set` (strict, transitive) that
/// contains `order` restricted to the set, or, with `within` (an equivalence), total only inside its classes
/// and relating nothing across them. No choice exists when the restricted order is cyclic.
struct Choice {
  std::string name;
  CatNodeId set;
  CatNodeId order;
  std::optional<CatNodeId> within;
  Place place;
  /// The second of two orders whose intersection stands for a partial one (docs/cat.md, "Coherence that is
  /// partial").
  bool partial = false;
};

/// What a check tests: no cycle, no event related to itself, no element.
enum class CheckKind { Acyclic, Irreflexive, Empty };
/// Require restricts the candidate executions. Flag marks the candidates that pass every requirement and on
/// which the test holds ("flag ~empty race as data-race"). UndefinedUnless marks those on which it fails.
enum class CheckRole { Require, Flag, UndefinedUnless };

/// A `forall` around a check: the variable, and the equivalence whose classes it takes as values.
struct ClassBinder {
  ClassVariable variable;
  CatNodeId classesOf;
};

/// A requirement or a flag of a model.
struct Check {
  CheckRole role;
  CheckKind kind;
  bool negated;
  CatNodeId node;    ///< a relation, or a set where kind is Empty
  std::string name;  ///< after `as`, or made up: "acyclic-3"
  Place place;
  std::vector<ClassBinder> forall;  ///< holds for each choice of classes (Require), or for some (Flag)
  std::string writtenName = {};     ///< of a race that has another name in the file (races.h), else empty
};

/// What a bell file says of tests of LISA.
struct Bell {
  std::map<std::string, std::vector<std::string>> enumerations;  ///< the tags of each, without quotes

  /// What an instruction may have for annotations: one out of each list.
  struct Instructions {
    std::string kind;  ///< "R", "W", "F", "RMW", "B"
    std::vector<std::vector<std::string>> annotations;
  };
  std::vector<Instructions> instructions;
  /// Of a scope, those that may be directly inside of it.
  std::map<std::string, std::vector<std::string>> narrower;
};

/// What a model file says of itself in the comment at its top: "Source:", "Interpretation:", "Status:",
/// "Outside:".
struct ModelHeader {
  std::string title;
  std::map<std::string, std::string> fields;
};

/// A memory model, ready to be evaluated by either engine.
struct Model {
  std::string name;  ///< the name asked for ("rsp"), or the file's stem
  ModelHeader header;
  SourcePtr source;
  std::vector<CatNode> nodes;
  std::vector<Recursion> recursions;
  std::vector<Choice> choices;
  std::vector<Check> checks;                             ///< in file order
  std::vector<std::pair<std::string, CatNodeId>> shown;  ///< what `show` selects, for pictures
  /// Every top-level `let` of the model and its includes, last definition of a name: for explanations and
  /// tests.
  std::map<std::string, CatNodeId> definitions;
  std::vector<Diagnostic> warnings;
  std::optional<Bell> bell;  ///< where the model was read with a bell file
  /// Of a model whose updates hand on in some tests only: those without events of this set.
  std::string handOnWithout = {};
  /// Who reads from an update acquires what its source hands on (docs/cat.md, "What updates hand on"): the
  /// file says so.
  bool updatesHandOn = false;
  /// It is one of those that come with hrfcheck, whose declarations are tested on random programs.
  bool shipped = false;
};

/// Names of flags that reports and scripts read (docs/cat.md).
inline constexpr const char* kRaceFlag = "heterogeneous-race";
inline constexpr const char* kScopeFlag = "scope-inclusion";
inline constexpr const char* kThirdPartyFlag = "third-party-promotion";

}  // namespace hrfcheck
