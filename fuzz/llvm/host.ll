target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@flag = global i32 0, align 4
@data = global i32 0, align 4

define void @produce() {
  store i32 42, ptr @data, align 4
  store atomic i32 1, ptr @flag release, align 4
  ret void
}

define i32 @consume(ptr %out) {
  %v = alloca i32, align 4
  store i32 0, ptr %v, align 4
  br label %wait
wait:
  %a = load atomic i32, ptr @flag acquire, align 4
  %b = icmp eq i32 %a, 0
  br i1 %b, label %wait, label %done
done:
  %c = load i32, ptr @data, align 4
  store i32 %c, ptr %out, align 4
  %d = load i32, ptr %v, align 4
  ret i32 %d
}
