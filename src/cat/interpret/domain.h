#pragma once

#include <concepts>
#include <functional>
#include <vector>

#include "cat/model/model.h"

namespace hrfcheck {

/// Where an operation of a domain stands: the node, and what the domain says of the nodes below it.
template <typename Value>
struct CatSite {
  CatNodeId node;
  const std::function<const Value&(CatNodeId)>& of;
};

/// An interpretation of cat: a value for each definition, made from those of its operands by one operation
/// for each operator of the language. A type that lacks one of them is no domain, so that none of them is
/// overlooked when the language grows. Some operators are defined by others (meaning.h).
///
/// Recursive definitions are iterated from `nothing` until `widened` says that nothing changes any more; the
/// domain sees to it that this happens.
template <typename D>
concept CatDomain =
    requires(D domain, const CatSite<typename D::Value>& at, const typename D::Value& a, const TagNode& tag,
             const BaseNode& base, CatType type, const Choice& choice, const typename D::Value* within,
             const std::vector<const typename D::Value*>& classes, typename D::Value& old) {
      // What is given
      { domain.tag(at, tag) } -> std::same_as<typename D::Value>;
      { domain.base(at, base) } -> std::same_as<typename D::Value>;
      { domain.universe(at, type) } -> std::same_as<typename D::Value>;
      { domain.identity(at) } -> std::same_as<typename D::Value>;
      // CatUnary
      { domain.plus(at, a) } -> std::same_as<typename D::Value>;
      { domain.inverse(at, a) } -> std::same_as<typename D::Value>;
      { domain.domain(at, a) } -> std::same_as<typename D::Value>;
      // CatBinary
      { domain.unite(at, a, a) } -> std::same_as<typename D::Value>;
      { domain.intersect(at, a, a) } -> std::same_as<typename D::Value>;
      { domain.subtract(at, a, a) } -> std::same_as<typename D::Value>;
      { domain.sequence(at, a, a) } -> std::same_as<typename D::Value>;
      { domain.product(at, a, a) } -> std::same_as<typename D::Value>;
      // Classes: any class of one of the equivalences; the union of a body over the classes of one
      { domain.classVariable(at, classes) } -> std::same_as<typename D::Value>;
      { domain.fold(at, a, a) } -> std::same_as<typename D::Value>;
      // An order that an execution chooses, from its set, its order and its `within` (null where it has none)
      { domain.choice(at, choice, a, a, within) } -> std::same_as<typename D::Value>;
      // Without members, where recursion starts; and whether a value is more than the one before, which then
      // becomes both of them
      { domain.nothing(type) } -> std::same_as<typename D::Value>;
      { domain.widened(old, a) } -> std::same_as<bool>;
    };

}  // namespace hrfcheck
