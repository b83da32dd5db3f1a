target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

%pair = type { i32, <2 x float>, [3 x i16] }
@tile = internal addrspace(3) global [4 x i32] undef, align 4
@table = internal addrspace(4) constant [3 x i64] [i64 1, i64 2, i64 3], align 8
@links = addrspace(1) global [2 x ptr addrspace(1)] [ptr addrspace(1) @links, ptr addrspace(1) null], align 8
declare void @llvm.memcpy.p1.p5.i64(ptr addrspace(1), ptr addrspace(5), i64, i1)
declare void @llvm.memset.p5.i64(ptr addrspace(5), i8, i64, i1)
declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5))
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

define internal i32 @add(ptr %p, i32 %n) noinline optnone {
  %v = alloca i32, align 4, addrspace(5)
  %g = addrspacecast ptr addrspace(5) %v to ptr
  store i32 %n, ptr %g, align 4
  %a = load i32, ptr %p, align 4
  %b = load i32, ptr %g, align 4
  %c = add nsw i32 %a, %b
  ret i32 %c
}

define amdgpu_kernel void @memory(ptr addrspace(1) %x, ptr addrspace(3) %s, %pair %given, ptr addrspace(4) byref(%pair) %there) !reqd_work_group_size !0 {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %p = alloca %pair, align 8, addrspace(5)
  call void @llvm.lifetime.start.p5(i64 24, ptr addrspace(5) %p)
  call void @llvm.memset.p5.i64(ptr addrspace(5) align 8 %p, i8 3, i64 24, i1 false)
  store %pair %given, ptr addrspace(5) %p, align 8
  call void @llvm.memcpy.p1.p5.i64(ptr addrspace(1) align 8 %x, ptr addrspace(5) align 8 %p, i64 24, i1 false)
  %e = getelementptr [4 x i32], ptr addrspace(3) @tile, i32 0, i32 %i
  store i32 %i, ptr addrspace(3) %e, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %g = addrspacecast ptr addrspace(3) %s to ptr
  %r = call i32 @add(ptr %g, i32 4)
  %t = getelementptr [3 x i64], ptr addrspace(4) @table, i64 0, i64 1
  %u = load i64, ptr addrspace(4) %t, align 8
  %l = load ptr addrspace(1), ptr addrspace(1) @links, align 8
  %f = getelementptr %pair, ptr addrspace(4) %there, i32 0, i32 2, i32 1
  %h = load i16, ptr addrspace(4) %f, align 2
  %w = load <2 x float>, ptr addrspace(1) %x, align 8
  %k = fadd <2 x float> %w, <float 1.0, float 2.0>
  store <2 x float> %k, ptr addrspace(1) %x, align 4
  %z = zext i16 %h to i64
  %sum = add i64 %u, %z
  store i64 %sum, ptr addrspace(1) %l, align 8
  store i32 %r, ptr addrspace(1) %x, align 4
  ret void
}

!0 = !{i32 2, i32 1, i32 1}
