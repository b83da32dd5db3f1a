#include "differential/c_words.h"

#include <fmt/format.h>

#include <array>

namespace hrfcheck {
namespace {

using Words = std::vector<const char*>;

const char* pick(Random& random, const Words& from) {
  return from[random.below(from.size())];
}

}  // namespace

std::string parameterText(const CObject& object) {
  const char* type = object.kind == CObject::Kind::Struct ? "struct S" : object.atomic ? "atomic_int" : "int";
  return fmt::format("{}{}* {}", object.space, type, object.name);
}

CWords::CWords(Random& random, Profile profile) : random_(random), profile_(profile) {
  if (profile_ == Profile::OpenClOneLevel) {
    level_ = pick(random_, {"work_group", "device", "all_svm_devices"});
  }
}

std::string CWords::order(Orders orders) {
  static const Words kLoads{"relaxed", "acquire", "acquire", "seq_cst"};
  static const Words kStores{"relaxed", "release", "release", "seq_cst"};
  static const Words kBoth{"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  if (profile_ == Profile::CSeqCst) {
    return "seq_cst";
  }
  if (orders == Orders::Loads && random_.chance(isOpenCl(profile_) ? 3 : 10)) {
    return "consume";
  }
  return pick(random_, orders == Orders::Loads ? kLoads : orders == Orders::Stores ? kStores : kBoth);
}

std::string CWords::scope() {
  if (!level_.empty()) {
    return level_;
  }
  return random_.chance(92) ? pick(random_, {"work_group", "work_group", "device", "all_svm_devices"})
                            : pick(random_, {"work_item", "sub_group", "all_devices"});
}

bool CWords::remote() {
  return profile_ == Profile::OpenClRemote && random_.chance(40);
}

/// The shorter forms, too, where they say the same.
std::string CWords::call(const std::string& function, const std::string& arguments, Orders orders) {
  const std::string remotely = remote() ? "_remote" : "";
  std::string order = this->order(orders);
  const std::string scope = this->scope();
  const bool shortest = order == "seq_cst" && (!isOpenCl(profile_) || scope == "device");
  if (shortest && random_.chance(60)) {
    return fmt::format("{}{}({})", function, remotely, arguments);
  }
  order = "memory_order_" + order;
  if (function.find("compare") != std::string::npos) {
    const bool synchronized = order.ends_with("acquire") || order.ends_with("acq_rel");
    order += profile_ == Profile::CSeqCst ? ", memory_order_seq_cst"
             : synchronized && random_.chance(60)
                 ? ", memory_order_acquire"
                 : fmt::format(", memory_order_{}", pick(random_, {"relaxed", "acquire", "seq_cst"}));
  }
  const bool scoped = isOpenCl(profile_) && (scope != "device" || random_.chance(70));
  return fmt::format("{}_explicit{}({}, {}{})", function, remotely, arguments, order,
                     scoped ? ", memory_scope_" + scope : "");
}

std::string CWords::load(const Cell& cell) {
  return call("atomic_load", cell.address, Orders::Loads);
}

std::string CWords::store(const Cell& cell, const std::string& value) {
  return call("atomic_store", cell.address + ", " + value, Orders::Stores);
}

std::string CWords::exchange(const Cell& cell, const std::string& value) {
  return call("atomic_exchange", cell.address + ", " + value, Orders::Both);
}

std::string CWords::fetch(const Cell& cell, const std::string& value) {
  const char* op = pick(random_, {"add", "add", "add", "sub", "or", "xor", "and", "min", "max"});
  return call(std::string("atomic_fetch_") + op, cell.address + ", " + value, Orders::Both);
}

std::string CWords::add(const Cell& cell) {
  return call("atomic_fetch_add", cell.address + ", 1", Orders::Both);
}

std::string CWords::compareExchange(const Cell& cell, const std::string& expected,
                                    const std::string& desired) {
  const char* strength = random_.chance(85) ? "strong" : "weak";
  return call(std::string("atomic_compare_exchange_") + strength,
              fmt::format("{}, {}, {}", cell.address, expected, desired), Orders::Both);
}

std::string CWords::flags() {
  return pick(random_, {"CLK_GLOBAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE",
                        "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE"});
}

std::string CWords::fence() {
  const char* order = pick(random_, {"acquire", "release", "acq_rel", "seq_cst"});
  if (!isOpenCl(profile_)) {
    return fmt::format("atomic_thread_fence(memory_order_{})", order);
  }
  return fmt::format("atomic_work_item_fence({}, memory_order_{}, memory_scope_{})", flags(), order, scope());
}

std::string CWords::barrier() {
  switch (random_.below(4)) {
    case 0:
      return fmt::format("barrier({})", flags());
    case 1:
      return fmt::format("work_group_barrier({})", flags());
    case 2:
      return fmt::format("work_group_barrier({}, memory_scope_{})", flags(),
                         pick(random_, {"work_group", "device", "all_svm_devices"}));
    default:
      return random_.chance(70) ? "barrier(CLK_GLOBAL_MEM_FENCE)"
                                : fmt::format("sub_group_barrier({})", flags());
  }
}

}  // namespace hrfcheck
