#include "cat/elaborate/same_model.h"

#include <algorithm>

#include "cat/elaborate/node_table.h"

namespace hrfcheck::cat {
namespace {

bool sameNode(const CatNode& a, const CatNode& b) {
  return a.type == b.type && a.node == b.node;
}

bool sameRecursion(const Recursion& a, const Recursion& b) {
  return a.bodies == b.bodies;
}

bool sameChoice(const Choice& a, const Choice& b) {
  return a.set == b.set && a.order == b.order && a.within == b.within;
}

bool sameBinder(const ClassBinder& a, const ClassBinder& b) {
  return a.variable == b.variable && a.classesOf == b.classesOf;
}

bool sameCheck(const Check& a, const Check& b) {
  return a.role == b.role && a.kind == b.kind && a.negated == b.negated && a.node == b.node &&
         a.name == b.name && std::ranges::equal(a.forall, b.forall, sameBinder);
}

}  // namespace

bool sameModel(const Model& a, const Model& b) {
  return std::ranges::equal(a.nodes, b.nodes, sameNode) &&
         std::ranges::equal(a.recursions, b.recursions, sameRecursion) &&
         std::ranges::equal(a.choices, b.choices, sameChoice) &&
         std::ranges::equal(a.checks, b.checks, sameCheck) && a.definitions == b.definitions;
}

}  // namespace hrfcheck::cat
