#pragma once

#include <array>
#include <string_view>

#include "frontend/columns/mnemonic_table.h"

/// The tables of PTX instructions for barrier objects, asynchronous operations and what orders them
/// (docs/litmus.md, "PTX"). An instruction is known by its first words.
namespace hrfcheck::frontend::ptx {

enum class AsyncForm {
  Init,
  Invalidate,
  Arrive,
  ArriveDrop,
  ArriveExpecting,
  ArriveDropExpecting,
  Expect,
  Complete,
  WaitParity,
  WaitState,
  PendingCount,
  BulkCopy,
  BulkReduce,
  TensorCopy,
  BulkCommit,
  BulkWait,
  Copy,
  CopyCommit,
  CopyWait,
  CopyWaitAll,
  Store,
  StoreRelease,
  Reduce,
  ReduceRelease,
  ReplaceTensormap,
  ClusterArrive,
  ClusterWait
};

struct AsyncMnemonic {
  std::string_view name;   ///< the first words
  std::string_view holds;  ///< a word that must stand somewhere behind them; empty for none
  AsyncForm form;
  std::string_view roles;   ///< Signature::roles
  std::string_view syntax;  ///< Signature::syntax
};

/// The first row that fits counts.
inline constexpr auto kAsyncMnemonics = std::to_array<AsyncMnemonic>({
    {"mbarrier.init", "", AsyncForm::Init, "ac", "mbarrier.init m, count"},
    {"mbarrier.inval", "", AsyncForm::Invalidate, "a", "mbarrier.inval m"},
    {"mbarrier.arrive.expect_tx", "", AsyncForm::ArriveExpecting, "dac",
     "mbarrier.arrive.expect_tx[.{release,relaxed}][.{cta,cluster}] r, m, bytes"},
    {"mbarrier.arrive_drop.expect_tx", "", AsyncForm::ArriveDropExpecting, "dac",
     "mbarrier.arrive_drop.expect_tx[.{release,relaxed}][.{cta,cluster}] r, m, bytes"},
    {"mbarrier.arrive_drop", "", AsyncForm::ArriveDrop, "dan",
     "mbarrier.arrive_drop[.{release,relaxed}][.{cta,cluster}] r, m[, count]"},
    {"mbarrier.arrive", "", AsyncForm::Arrive, "dan",
     "mbarrier.arrive[.{release,relaxed}][.{cta,cluster}] r, m[, count]"},
    {"mbarrier.expect_tx", "", AsyncForm::Expect, "ac",
     "mbarrier.expect_tx[.relaxed][.{cta,cluster}] m, bytes"},
    {"mbarrier.complete_tx", "", AsyncForm::Complete, "ac",
     "mbarrier.complete_tx[.relaxed][.{cta,cluster}] m, bytes"},
    {"mbarrier.test_wait.parity", "", AsyncForm::WaitParity, "tav",
     "mbarrier.test_wait.parity[.{acquire,relaxed}][.{cta,cluster}] r, m, parity"},
    {"mbarrier.try_wait.parity", "", AsyncForm::WaitParity, "tav",
     "mbarrier.try_wait.parity[.{acquire,relaxed}][.{cta,cluster}] r, m, parity"},
    {"mbarrier.test_wait", "", AsyncForm::WaitState, "tav",
     "mbarrier.test_wait[.{acquire,relaxed}][.{cta,cluster}] r, m, state"},
    {"mbarrier.try_wait", "", AsyncForm::WaitState, "tav",
     "mbarrier.try_wait[.{acquire,relaxed}][.{cta,cluster}] r, m, state"},
    {"mbarrier.pending_count", "", AsyncForm::PendingCount, "tv", "mbarrier.pending_count r, state"},
    {"cp.async.bulk.commit_group", "", AsyncForm::BulkCommit, "", "cp.async.bulk.commit_group"},
    {"cp.async.bulk.wait_group", "", AsyncForm::BulkWait, "c", "cp.async.bulk.wait_group[.read] groups"},
    {"cp.async.bulk.tensor", "", AsyncForm::TensorCopy, "aaca",
     "cp.async.bulk.tensor.mbarrier::complete_tx::bytes to, tensormap, bytes, m"},
    {"cp.async.bulk", "bulk_group", AsyncForm::BulkCopy, "aac", "cp.async.bulk.bulk_group to, from, bytes"},
    {"cp.async.bulk", "", AsyncForm::BulkCopy, "aaca",
     "cp.async.bulk.mbarrier::complete_tx::bytes[.relaxed.SCOPE] to, from, bytes, m"},
    {"cp.reduce.async.bulk", "bulk_group", AsyncForm::BulkReduce, "aac",
     "cp.reduce.async.bulk.bulk_group.OP to, from, bytes"},
    {"cp.reduce.async.bulk", "", AsyncForm::BulkReduce, "aaca",
     "cp.reduce.async.bulk.mbarrier::complete_tx::bytes.OP to, from, bytes, m"},
    {"cp.async.commit_group", "", AsyncForm::CopyCommit, "", "cp.async.commit_group"},
    {"cp.async.wait_group", "", AsyncForm::CopyWait, "c", "cp.async.wait_group groups"},
    {"cp.async.wait_all", "", AsyncForm::CopyWaitAll, "", "cp.async.wait_all"},
    {"cp.async", "", AsyncForm::Copy, "aac", "cp.async to, from, bytes"},
    {"st.async.release", "", AsyncForm::StoreRelease, "av", "st.async.release.{gpu,sys} to, v"},
    {"st.async.mmio", "", AsyncForm::StoreRelease, "av", "st.async.mmio.release.{gpu,sys} to, v"},
    {"st.async", "", AsyncForm::Store, "ava", "st.async[.weak].mbarrier::complete_tx::bytes to, v, m"},
    {"red.async.release", "", AsyncForm::ReduceRelease, "av", "red.async.release.{gpu,sys}.add to, v"},
    {"red.async", "", AsyncForm::Reduce, "ava",
     "red.async.relaxed.cluster.mbarrier::complete_tx::bytes.OP to, v, m"},
    {"tensormap.replace", "", AsyncForm::ReplaceTensormap, "av", "tensormap.replace tensormap, address"},
    {"barrier.cluster.arrive", "", AsyncForm::ClusterArrive, "",
     "barrier.cluster.arrive[.{release,relaxed}]"},
    {"barrier.cluster.wait", "", AsyncForm::ClusterWait, "", "barrier.cluster.wait[.acquire]"},
});

/// Instructions that PTX has and that cannot be used here, by their first words or by a word among them.
struct RefusedForm {
  std::string_view name;     ///< the first words
  std::string_view holds;    ///< as in AsyncMnemonic
  std::string_view because;  ///< "is not supported: ..."
};
inline constexpr auto kRefusedForms = std::to_array<RefusedForm>({
    {"cp.async.bulk.tensor", "bulk_group",
     "is not supported: a copy through a tensormap reads global memory; write cp.async.bulk.bulk_group"},
    {"cp.async.bulk.prefetch", "", "is not supported: it is a hint, and copies nothing"},
    {"cp.async.mbarrier.arrive", "", "is not supported: write cp.async.bulk with a barrier object"},
    {"cp.reduce.async.bulk.tensor", "", "is not supported: write cp.reduce.async.bulk"},
    {"cp.async.bulk", "multicast::cluster", "is not supported: write a copy for each block that it is for"},
    {"mbarrier.arrive", "noComplete", "is not supported"},
    {"mbarrier.arrive_drop", "noComplete", "is not supported"},
    {"tensormap.cp_fenceproxy", "",
     "is not supported: write the copy, then fence.proxy.tensormap::generic.release"},
    {"wgmma", "", "is not supported: there are no matrices"},
    {"tcgen05", "", "is not supported: there are no matrices"},
    {"clusterlaunchcontrol", "", "is not supported"},
    {"multimem", "",
     "is not supported: write an access for each location, by another name, and a fence.proxy.alias"},
    {"ld", "proxy::readonly",
     "is not supported: the chapter on memory consistency says nothing of what it may read"},
    {"ld", "v2", "is not supported: write an access for each element"},
    {"ld", "v4", "is not supported: write an access for each element"},
    {"st", "v2", "is not supported: write an access for each element"},
    {"st", "v4", "is not supported: write an access for each element"},
    {"st", "bulk", "is not supported: write a store for each location"},
    {"fence.proxy.alias.acquire", "",
     "is not supported: write fence.proxy.alias, and a fence that acquires beside it"},
    {"fence.proxy.alias.release", "",
     "is not supported: write fence.proxy.alias, and a fence that releases beside it"},
    {"atom", "b128", "is not supported: a location holds 64 bits"},
    {"fence", "generic::fabric", "is not supported: nothing says which accesses use the fabric proxy"},
    {"fence", "fabric::generic", "is not supported: nothing says which accesses use the fabric proxy"},
    {"fence", "fabric::fabric", "is not supported: nothing says which accesses use the fabric proxy"},
});

/// First words of instructions that are all in the tables above.
inline constexpr std::array<std::string_view, 3> kFamilies{"mbarrier", "cp", "tensormap"};

}  // namespace hrfcheck::frontend::ptx
