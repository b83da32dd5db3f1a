// Launches as users have them: two blocks of 256 work-items. What no execution decides of them is settled
// before any search.

#include <fmt/format.h>

#include "bench/runner/rows.h"
#include "bench/runner/whole_verdict.h"

namespace hrfcheck::bench {
namespace {

struct Launched {
  const char* name;
  const char* text;
};

constexpr Launched kReduction{"tree-reduction", R"(kernel void sum(global const int* in, global int* out) {
  local int part[256];
  int lid = get_local_id(0);
  part[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 128; step > 0; step /= 2) {
    if (lid < step) {
      part[lid] += part[lid + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    out[get_group_id(0)] = part[0];
  }
}
//# launch 2x256
//# init in[512]; out[2]
//# forall (out[0] = 0)
)"};

constexpr Launched kScan{"scan", R"(kernel void scan(global int* out) {
  local int a[256];
  local int b[256];
  int lid = get_local_id(0);
  a[lid] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 256; step *= 2) {
    b[lid] = lid >= step ? a[lid] + a[lid - step] : a[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[lid] = b[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = a[lid];
}
//# launch 2x256
//# init out[512]
//# forall (out[255] = 256 /\ out[256] = 1)
)"};

constexpr Launched kStencil{"stencil", R"(kernel void blur(global const int* in, global int* out) {
  local int tile[258];
  int lid = get_local_id(0);
  int i = get_global_id(0);
  tile[lid + 1] = in[i];
  if (lid == 0) {
    tile[0] = i == 0 ? 0 : in[i - 1];
    tile[257] = i + 256 < 512 ? in[i + 256] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[lid] + tile[lid + 1] + tile[lid + 2];
}
//# launch 2x256
//# init in[512]; out[512]
//# forall (out[0] = 0)
)"};

constexpr Launched kTranspose{"transpose", R"(kernel void transpose(global const int* in, global int* out) {
  local int tile[256];
  int lid = get_local_id(0);
  int x = lid % 16;
  int y = lid / 16;
  tile[x * 16 + y] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[lid];
}
//# launch 2x256
//# init in[512]; out[512]
//# forall (out[0] = 0)
)"};

constexpr Launched kHistogram{"histogram",
                              R"(kernel void count(global const int* values, global atomic_int* bins) {
  local atomic_int mine[8];
  int lid = get_local_id(0);
  if (lid < 8) {
    atomic_store_explicit(&mine[lid], 0, memory_order_relaxed, memory_scope_work_group);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&mine[values[get_global_id(0)]], 1, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 8) {
    int n = atomic_load_explicit(&mine[lid], memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_add_explicit(&bins[lid], n, memory_order_relaxed, memory_scope_device);
  }
}
//# launch 2x256
//# init values[512]; bins[8]
//# forall (bins[0] = 512)
)"};

constexpr Launched kLastBlock{"last-block",
                              R"(kernel void sum(global int* part, global atomic_int* next, global int* out) {
  local int mine[256];
  int lid = get_local_id(0);
  mine[lid] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 128; step > 0; step /= 2) {
    if (lid < step) {
      mine[lid] += mine[lid + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    part[get_group_id(0)] = mine[0];
    if (atomic_fetch_add_explicit(next, 1, memory_order_acq_rel, memory_scope_device) == 3) {
      *out = part[0] + part[1] + part[2] + part[3];
    }
  }
}
//# launch 4x256
//# init part[4]; next; out
//# forall (out = 1024)
)"};

}  // namespace

std::vector<Row> launchRows(const Setting& setting) {
  constexpr double kSeconds = 2;
  constexpr double kSecondsOfLastBlock = 5;
  std::vector<Row> rows;
  for (const Launched& launched : {kReduction, kScan, kStencil, kTranspose, kHistogram, kLastBlock}) {
    const double seconds = launched.name == kLastBlock.name ? kSecondsOfLastBlock : kSeconds;
    for (const std::string model :
         {"opencl", "opencl-rsp", "hrf-indirect-relaxed", "hrf-direct-relaxed", "rsp"}) {
      rows.push_back({fmt::format("target/launches/{}/{}", launched.name, model),
                      fmt::format("{} in blocks of 256, {}", launched.name, model), Unit::Seconds,
                      Target{seconds}, "", [=, text = std::string(launched.text)] {
                        return [=, loaded = loadModel(setting, model)] {
                          return wholeVerdict(setting, loaded, text);
                        };
                      }});
    }
  }
  return rows;
}

}  // namespace hrfcheck::bench
