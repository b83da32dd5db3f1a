#pragma once

// Functions without a body that the reader of LLVM IR gives a meaning to (docs/hip.md, "What the reader knows by name"):
// what LLVM's own intrinsics for AMDGPU do not say, or say of memory that a launch here does not have.

extern "C" {
// Of a dimension: the place of the work-item in its work-group, that of the work-group, and how many there are.
__attribute__((device, nodebug, const)) unsigned int __hrfcheck_local_id(unsigned int dimension);
__attribute__((device, nodebug, const)) unsigned int __hrfcheck_group_id(unsigned int dimension);
__attribute__((device, nodebug, const)) unsigned int __hrfcheck_local_size(unsigned int dimension);
__attribute__((device, nodebug, const)) unsigned int __hrfcheck_num_groups(unsigned int dimension);
// Of the wavefront: the place of the lane in it, how many lanes a full one has; which one of its work-group it is, and
// how many that has.
__attribute__((device, nodebug, const)) unsigned int __hrfcheck_lane();
__attribute__((device, nodebug, const)) unsigned int __hrfcheck_lanes();
__attribute__((device, nodebug, const)) unsigned int __hrfcheck_warp();
__attribute__((device, nodebug, const)) unsigned int __hrfcheck_warps();
// A barrier of the work-group at which its work-items vote: how many have something other than 0, whether all, whether any.
__attribute__((device, nodebug, convergent)) int __hrfcheck_vote_count(int predicate);
__attribute__((device, nodebug, convergent)) int __hrfcheck_vote_and(int predicate);
__attribute__((device, nodebug, convergent)) int __hrfcheck_vote_or(int predicate);
// Lanes that a mask names do the same together: the barrier of a wavefront, a ballot, a word of another lane (by four times
// its number), which of them have the same value, and all of them if all have, else 0.
__attribute__((device, nodebug, convergent)) void __hrfcheck_wave_barrier(unsigned long long mask);
__attribute__((device, nodebug, convergent)) unsigned long long __hrfcheck_ballot(unsigned long long mask, int predicate);
__attribute__((device, nodebug, convergent)) int __hrfcheck_bpermute(unsigned long long mask, int address, int word);
__attribute__((device, nodebug, convergent)) unsigned long long __hrfcheck_match_any(unsigned long long mask,
                                                                                     unsigned long long value);
__attribute__((device, nodebug, convergent)) unsigned long long __hrfcheck_match_all(unsigned long long mask,
                                                                                     unsigned long long value);
// A failed assertion: an incident.
__attribute__((device, nodebug, noreturn)) void __hrfcheck_assert_fail();
// The address of the workspace of a grid whose work-groups are all resident; 0 where it was not launched so.
__attribute__((device, nodebug, const)) unsigned long long __hrfcheck_grid_workspace();
}
