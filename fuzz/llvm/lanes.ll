target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)
declare i64 @llvm.amdgcn.ballot.i64(i1)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i32 @__hrfcheck_vote_count(i32)
declare i64 @__hrfcheck_match_any(i64, i64)
declare void @__hrfcheck_barrier(i32, i32, i32)

define amdgpu_kernel void @lanes(ptr addrspace(1) %x) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %n = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %a = xor i32 %i, 1
  %b = shl i32 %a, 2
  %c = call i32 @llvm.amdgcn.ds.bpermute(i32 %b, i32 %n)
  %d = call i32 @llvm.amdgcn.update.dpp.i32(i32 %c, i32 %i, i32 273, i32 15, i32 15, i1 false)
  %e = icmp sgt i32 %d, 0
  %f = call i64 @llvm.amdgcn.ballot.i64(i1 %e)
  %g = trunc i64 %f to i32
  %h = call i32 @llvm.ctpop.i32(i32 %g)
  %j = call i32 @llvm.fshl.i32(i32 %h, i32 %c, i32 5)
  %k = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %j, i32 %d)
  %l = extractvalue { i32, i1 } %k, 0
  %m = call i32 @__hrfcheck_vote_count(i32 %l)
  %o = call i64 @__hrfcheck_match_any(i64 -1, i64 %f)
  call void @__hrfcheck_barrier(i32 1, i32 3, i32 4)
  br label %loop
loop:
  %q = phi i32 [ 0, %0 ], [ %r, %loop ]
  %r = add i32 %q, 1
  %s = icmp ult i32 %r, 3
  br i1 %s, label %loop, label %end
end:
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %i
  %t = add i32 %m, %r
  store i32 %t, ptr addrspace(1) %p, align 4
  ret void
}

!opencl.ocl.version = !{!0}
!0 = !{i32 2, i32 0}
