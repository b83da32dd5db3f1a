target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @atomics(ptr addrspace(1) %x, ptr addrspace(1) %y, i32 %n) {
  store atomic i32 %n, ptr addrspace(1) %x syncscope("agent-one-as") release, align 4
  %a = load atomic i32, ptr addrspace(1) %y syncscope("workgroup") acquire, align 4
  %b = atomicrmw add ptr addrspace(1) %x, i32 %a syncscope("agent") acq_rel
  %c = atomicrmw umax ptr addrspace(1) %x, i32 %b monotonic
  %d = cmpxchg weak ptr addrspace(1) %y, i32 %c, i32 1 syncscope("agent-one-as") acq_rel monotonic
  %e = extractvalue { i32, i1 } %d, 1
  fence syncscope("workgroup") release, !mmra !0
  br i1 %e, label %yes, label %no
yes:
  %f = extractvalue { i32, i1 } %d, 0
  store i32 %f, ptr addrspace(1) %y, align 4
  br label %end
no:
  br label %end
end:
  %g = phi i32 [ %f, %yes ], [ %b, %no ]
  switch i32 %g, label %last [ i32 0, label %last
    i32 1, label %other ]
other:
  store i32 2, ptr addrspace(1) %x, align 4
  br label %last
last:
  fence seq_cst
  ret void
}

!0 = !{!"amdgpu-as", !"local"}
