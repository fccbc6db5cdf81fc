; ModuleID = 'kernel'
source_filename = "kernel"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind
define void @kernel(ptr noalias readonly %0, ptr noalias readonly %1, i64 %2, i64 %3, ptr noalias align 64 %4, ptr %5) #0 {
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr i8, ptr %0, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr i8, ptr %7, i64 584
  %11 = getelementptr i8, ptr %9, i64 1024
  %12 = icmp ult ptr %7, %11
  %13 = icmp ult ptr %9, %10
  %14 = and i1 %12, %13
  %15 = icmp ne ptr %7, %9
  %16 = and i1 %14, %15
  %17 = select i1 %16, ptr %4, ptr %7
  %18 = icmp slt i64 %2, %3
  br i1 %18, label %.lr.ph, label %._crit_edge

.lr.ph:                                           ; preds = %6, %72
  %19 = phi i64 [ %73, %72 ], [ %2, %6 ]
  br i1 %16, label %.preheader, label %.loopexit

.preheader:                                       ; preds = %.lr.ph, %.preheader
  %20 = phi i64 [ %44, %.preheader ], [ 0, %.lr.ph ]
  %21 = shl i64 %20, 5
  %22 = getelementptr float, ptr %7, i64 %21
  %23 = icmp samesign ult i64 %20, 5
  %24 = insertelement <32 x i1> poison, i1 %23, i64 0
  %25 = shufflevector <32 x i1> %24, <32 x i1> poison, <32 x i32> zeroinitializer
  %26 = and <32 x i1> %25, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>
  %27 = shufflevector <32 x i1> %26, <32 x i1> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %28 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %22, <8 x i1> %27, <8 x float> splat (float 3.000000e+00))
  %29 = getelementptr i8, ptr %22, i64 32
  %30 = shufflevector <32 x i1> %26, <32 x i1> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %31 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %29, <8 x i1> %30, <8 x float> splat (float 3.000000e+00))
  %32 = shufflevector <8 x float> %31, <8 x float> %28, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %33 = getelementptr i8, ptr %22, i64 64
  %34 = shufflevector <32 x i1> %26, <32 x i1> poison, <8 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %35 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %33, <8 x i1> %34, <8 x float> splat (float 3.000000e+00))
  %36 = shufflevector <8 x float> %35, <8 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %37 = shufflevector <32 x float> %36, <32 x float> %32, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %38 = getelementptr i8, ptr %22, i64 96
  %39 = shufflevector <32 x i1> %26, <32 x i1> poison, <8 x i32> <i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %40 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %38, <8 x i1> %39, <8 x float> splat (float 3.000000e+00))
  %41 = shufflevector <8 x float> %40, <8 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %42 = shufflevector <32 x float> %41, <32 x float> %37, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %43 = getelementptr float, ptr %4, i64 %21
  store <32 x float> %42, ptr %43, align 4
  %44 = add nuw nsw i64 %20, 1
  %exitcond.not = icmp eq i64 %44, 8
  br i1 %exitcond.not, label %.loopexit, label %.preheader

.loopexit:                                        ; preds = %.preheader, %.lr.ph
  br label %45

45:                                               ; preds = %.loopexit, %45
  %46 = phi i64 [ 0, %.loopexit ], [ %71, %45 ]
  %47 = shl i64 %46, 5
  %48 = getelementptr float, ptr %17, i64 %47
  %49 = icmp samesign ult i64 %46, 5
  %50 = insertelement <32 x i1> poison, i1 %49, i64 0
  %51 = shufflevector <32 x i1> %50, <32 x i1> poison, <32 x i32> zeroinitializer
  %52 = and <32 x i1> %51, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>
  %53 = shufflevector <32 x i1> %52, <32 x i1> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %54 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %48, <8 x i1> %53, <8 x float> splat (float 3.000000e+00))
  %55 = getelementptr i8, ptr %48, i64 32
  %56 = shufflevector <32 x i1> %52, <32 x i1> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %57 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %55, <8 x i1> %56, <8 x float> splat (float 3.000000e+00))
  %58 = shufflevector <8 x float> %57, <8 x float> %54, <32 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %59 = getelementptr i8, ptr %48, i64 64
  %60 = shufflevector <32 x i1> %52, <32 x i1> poison, <8 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %61 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %59, <8 x i1> %60, <8 x float> splat (float 3.000000e+00))
  %62 = shufflevector <8 x float> %61, <8 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %63 = shufflevector <32 x float> %62, <32 x float> %58, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %64 = getelementptr i8, ptr %48, i64 96
  %65 = shufflevector <32 x i1> %52, <32 x i1> poison, <8 x i32> <i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %66 = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %64, <8 x i1> %65, <8 x float> splat (float 3.000000e+00))
  %67 = shufflevector <8 x float> %66, <8 x float> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %68 = shufflevector <32 x float> %67, <32 x float> %63, <32 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %69 = call <32 x float> @llvm.fabs.v32f32(<32 x float> %68)
  %70 = getelementptr float, ptr %9, i64 %47
  store <32 x float> %69, ptr %70, align 4
  %71 = add nuw nsw i64 %46, 1
  %exitcond1.not = icmp eq i64 %71, 8
  br i1 %exitcond1.not, label %72, label %45

72:                                               ; preds = %45
  %73 = add nsw i64 %19, 1
  %exitcond2.not = icmp eq i64 %73, %3
  br i1 %exitcond2.not, label %._crit_edge, label %.lr.ph

._crit_edge:                                      ; preds = %72, %6
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x float> @llvm.masked.load.v8f32.p0(ptr captures(none), <8 x i1>, <8 x float>) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <32 x float> @llvm.fabs.v32f32(<32 x float>) #2

attributes #0 = { nounwind "no-trapping-math"="true" "prefer-vector-width"="512" "tts-arena-bytes"="1024" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
