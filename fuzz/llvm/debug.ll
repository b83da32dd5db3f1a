target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@state = addrspace(1) global { i32, i32 } zeroinitializer, align 4, !dbg !0

define amdgpu_kernel void @publish(ptr addrspace(1) %0, i32 %1) !dbg !12 {
  %3 = alloca i32, align 4, addrspace(5)
    #dbg_declare(ptr addrspace(5) %3, !18, !DIExpression(), !19)
  store i32 %1, ptr addrspace(5) %3, align 4, !dbg !19
  %4 = load i32, ptr addrspace(5) %3, align 4, !dbg !20
  store i32 %4, ptr addrspace(1) %0, align 4, !dbg !20
  store atomic i32 1, ptr addrspace(1) @state syncscope("agent") release, align 4, !dbg !21
  ret void, !dbg !21
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!10, !11}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "state", scope: !2, file: !3, line: 1, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4)
!3 = !DIFile(filename: "publish.hip", directory: "")
!4 = !{!0}
!5 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "State", file: !3, line: 1, size: 64, elements: !6)
!6 = !{!7, !8}
!7 = !DIDerivedType(tag: DW_TAG_member, name: "ready", scope: !5, file: !3, line: 1, baseType: !9, size: 32)
!8 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !5, file: !3, line: 1, baseType: !9, size: 32, offset: 32)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 7, !"Dwarf Version", i32 5}
!12 = distinct !DISubprogram(name: "publish", scope: !3, file: !3, line: 3, type: !13, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !16)
!13 = !DISubroutineType(types: !14)
!14 = !{null, !15, !9}
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!16 = !{!17}
!17 = !DILocalVariable(name: "data", arg: 1, scope: !12, file: !3, line: 3, type: !15)
!18 = !DILocalVariable(name: "value", arg: 2, scope: !12, file: !3, line: 3, type: !9)
!19 = !DILocation(line: 3, column: 1, scope: !12)
!20 = !DILocation(line: 4, column: 3, scope: !12)
!21 = !DILocation(line: 5, column: 3, scope: !12)
