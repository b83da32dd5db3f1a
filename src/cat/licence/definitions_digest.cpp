#include "cat/licence/definitions_digest.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "cat/model/operands.h"
#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

/// FNV-1a, of 64 bits.
class Digest {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      byte(static_cast<unsigned char>(c));
    }
    byte(0);
  }
  void add(std::uint64_t number) {
    for (unsigned shift = 0; shift < 64; shift += 8) {
      byte(static_cast<unsigned char>(number >> shift & 0xffU));
    }
  }
  std::string digits() const { return fmt::format("{:016x}", hash_); }

 private:
  void byte(unsigned char value) {
    constexpr std::uint64_t kPrime = 0x100000001b3ULL;
    hash_ = (hash_ ^ value) * kPrime;
  }

  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

void addNode(Digest& digest, const CatNode& node) {
  digest.add(node.node.index());
  digest.add(node.type == CatType::Set ? 1U : 0U);
  std::visit(Overloaded{
                 [&](const TagNode& n) { digest.add(n.tag); },
                 [&](const BaseNode& n) {
                   digest.add(static_cast<std::uint64_t>(n.relation));
                   digest.add(n.name);
                 },
                 [&](const UnaryNode& n) { digest.add(static_cast<std::uint64_t>(n.op)); },
                 [&](const BinaryNode& n) { digest.add(static_cast<std::uint64_t>(n.op)); },
                 [&](const RecursionNode& n) {
                   digest.add(n.group);
                   digest.add(n.member);
                 },
                 [&](const ClassVariableNode& n) { digest.add(n.variable); },
                 [&](const ClassFoldNode& n) { digest.add(n.variable); },
                 [&](const ChoiceNode& n) { digest.add(n.choice); },
                 []<OneOf<EmptyNode, UniverseNode, IdentityNode> T>(const T&) {},
             },
             node.node);
  forEachOperand(node, [&](CatNodeId id, OperandSense) { digest.add(id); });
}

void addCheck(Digest& digest, const Check& check) {
  digest.add(static_cast<std::uint64_t>(check.role));
  digest.add(static_cast<std::uint64_t>(check.kind));
  digest.add(check.negated ? 1U : 0U);
  digest.add(check.node);
  digest.add(check.forall.size());
  for (const ClassBinder& binder : check.forall) {
    digest.add(binder.variable);
    digest.add(binder.classesOf);
  }
}

}  // namespace

std::string definitionsDigest(const Model& model) {
  Digest digest;
  digest.add(model.nodes.size());
  for (const CatNode& node : model.nodes) {
    addNode(digest, node);
  }
  for (const Recursion& recursion : model.recursions) {
    digest.add(recursion.bodies.size());
    for (const CatNodeId body : recursion.bodies) {
      digest.add(body);
    }
  }
  for (const Choice& choice : model.choices) {
    digest.add(choice.set);
    digest.add(choice.order);
    digest.add(choice.within ? std::uint64_t{*choice.within} + 1 : 0);
    digest.add(choice.partial ? 1U : 0U);
  }
  for (const Check& check : model.checks) {
    addCheck(digest, check);
  }
  return digest.digits();
}

}  // namespace hrfcheck::cat
