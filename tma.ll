; ModuleID = 'kernel'
source_filename = "kernel"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind
define void @matmul_kernel_tma(ptr noalias readonly %0, ptr noalias readonly %1, i64 %2, i64 %3, ptr noalias align 64 %4, ptr %5) #0 {
  %7 = getelementptr i8, ptr %0, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr i8, ptr %0, i64 24
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr i8, ptr %0, i64 32
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr i8, ptr %0, i64 40
  %16 = load i8, ptr %15, align 8
  %17 = trunc i8 %16 to i1
  %18 = getelementptr i8, ptr %0, i64 96
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr i8, ptr %0, i64 104
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr i8, ptr %0, i64 112
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr i8, ptr %0, i64 120
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr i8, ptr %0, i64 176
  %27 = load ptr, ptr %26, align 8
  %28 = getelementptr i8, ptr %0, i64 184
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr i8, ptr %0, i64 192
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr i8, ptr %0, i64 200
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr i8, ptr %0, i64 208
  %35 = load i64, ptr %34, align 8
  %36 = getelementptr i8, ptr %0, i64 264
  %37 = load i32, ptr %36, align 8
  %38 = getelementptr i8, ptr %0, i64 280
  %39 = load i32, ptr %38, align 8
  %40 = getelementptr i8, ptr %4, i64 131136
  %41 = getelementptr i8, ptr %4, i64 655424
  %42 = load i64, ptr %5, align 8
  %43 = add i32 %37, 127
  %44 = sdiv i32 %43, 128
  %45 = add i32 %39, 63
  %46 = sdiv i32 %45, 64
  %47 = getelementptr i8, ptr %4, i64 65536
  %48 = call i32 @llvm.smax.i32(i32 %46, i32 0)
  %49 = zext nneg i32 %48 to i64
  %50 = select i1 %17, half 0xH7E00, half 0xH0000
  %51 = insertelement <64 x half> poison, half %50, i64 0
  %52 = shufflevector <64 x half> %51, <64 x half> poison, <64 x i32> zeroinitializer
  %53 = insertelement <64 x i64> poison, i64 %35, i64 0
  %54 = shufflevector <64 x i64> %53, <64 x i64> poison, <64 x i32> zeroinitializer
  %55 = mul <64 x i64> %54, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31, i64 32, i64 33, i64 34, i64 35, i64 36, i64 37, i64 38, i64 39, i64 40, i64 41, i64 42, i64 43, i64 44, i64 45, i64 46, i64 47, i64 48, i64 49, i64 50, i64 51, i64 52, i64 53, i64 54, i64 55, i64 56, i64 57, i64 58, i64 59, i64 60, i64 61, i64 62, i64 63>
  %56 = icmp slt i64 %2, %3
  br i1 %56, label %.lr.ph82, label %._crit_edge83

.lr.ph82:                                         ; preds = %6
  %57 = insertelement <64 x i64> poison, i64 %14, i64 0
  %58 = shufflevector <64 x i64> %57, <64 x i64> poison, <64 x i32> zeroinitializer
  %59 = mul <64 x i64> %58, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31, i64 32, i64 33, i64 34, i64 35, i64 36, i64 37, i64 38, i64 39, i64 40, i64 41, i64 42, i64 43, i64 44, i64 45, i64 46, i64 47, i64 48, i64 49, i64 50, i64 51, i64 52, i64 53, i64 54, i64 55, i64 56, i64 57, i64 58, i64 59, i64 60, i64 61, i64 62, i64 63>
  %60 = getelementptr i8, ptr %0, i64 272
  %61 = load i32, ptr %60, align 8
  %62 = add i32 %61, 127
  %63 = sdiv i32 %62, 128
  %64 = shl nsw i32 %63, 3
  %65 = load i32, ptr %1, align 4
  %66 = getelementptr i8, ptr %0, i64 128
  %67 = load i8, ptr %66, align 8
  %68 = trunc i8 %67 to i1
  %69 = getelementptr i8, ptr %0, i64 88
  %70 = load ptr, ptr %69, align 8
  %71 = load ptr, ptr %0, align 8
  %72 = icmp eq i32 %65, 0
  %narrow = call i32 @llvm.umax.i32(i32 %65, i32 1)
  %73 = zext i32 %narrow to i64
  %.off = add i32 %61, 254
  %74 = icmp ult i32 %.off, 255
  %75 = select i1 %74, i32 1, i32 %64
  %.not = icmp slt i32 %45, 64
  %invariant.gep84 = getelementptr half, ptr %71, <64 x i64> %59
  %76 = select i1 %68, half 0xH7E00, half 0xH0000
  %77 = insertelement <64 x half> poison, half %76, i64 0
  %78 = shufflevector <64 x half> %77, <64 x half> poison, <64 x i32> zeroinitializer
  %79 = insertelement <64 x i64> poison, i64 %23, i64 0
  %80 = shufflevector <64 x i64> %79, <64 x i64> poison, <64 x i32> zeroinitializer
  %81 = mul <64 x i64> %80, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31, i64 32, i64 33, i64 34, i64 35, i64 36, i64 37, i64 38, i64 39, i64 40, i64 41, i64 42, i64 43, i64 44, i64 45, i64 46, i64 47, i64 48, i64 49, i64 50, i64 51, i64 52, i64 53, i64 54, i64 55, i64 56, i64 57, i64 58, i64 59, i64 60, i64 61, i64 62, i64 63>
  %invariant.gep51 = getelementptr half, ptr %70, <64 x i64> %81
  br label %82

82:                                               ; preds = %.lr.ph82, %518
  %83 = phi i64 [ %2, %.lr.ph82 ], [ %519, %518 ]
  br label %121

.preheader:                                       ; preds = %127
  %84 = urem i64 %83, %73
  %85 = trunc nuw i64 %84 to i32
  %86 = select i1 %72, i32 0, i32 %85
  %87 = icmp eq i32 %86, -2147483648
  %88 = sdiv i32 %86, %75
  %89 = shl i32 %88, 3
  %90 = select i1 %74, i32 0, i32 %89
  %91 = sub i32 %44, %90
  %92 = call i32 @llvm.smin.i32(i32 %91, i32 8)
  %93 = icmp eq i32 %44, %90
  %94 = select i1 %93, i32 1, i32 %92
  %95 = icmp eq i32 %94, -1
  %96 = and i1 %95, %87
  %97 = select i1 %96, i32 1, i32 %94
  %98 = srem i32 %86, %97
  %99 = select i1 %93, i32 0, i32 %98
  %100 = add i32 %90, %99
  %101 = srem i32 %86, %75
  %102 = select i1 %74, i32 0, i32 %101
  %103 = icmp eq i32 %102, -2147483648
  %104 = and i1 %95, %103
  %105 = select i1 %104, i32 1, i32 %94
  %106 = sdiv i32 %102, %105
  %107 = shl i32 %100, 7
  %108 = sext i32 %107 to i64
  %109 = mul i64 %33, %108
  %110 = sub i64 %29, %108
  %111 = sub i64 %8, %108
  %112 = sub nsw i64 0, %108
  %113 = shl i32 %106, 7
  %114 = select i1 %93, i32 0, i32 %113
  %115 = sext i32 %114 to i64
  %116 = mul i64 %35, %115
  %117 = mul i64 %23, %115
  %118 = sub i64 %19, %115
  %119 = sub nsw i64 0, %115
  br i1 %.not, label %._crit_edge76, label %.lr.ph75

.lr.ph75:                                         ; preds = %.preheader
  %120 = mul i64 %12, %108
  %gep85 = getelementptr half, <64 x ptr> %invariant.gep84, i64 %120
  br label %129

121:                                              ; preds = %82, %127
  %122 = phi i64 [ 0, %82 ], [ %128, %127 ]
  %.idx11 = shl i64 %122, 9
  %invariant.gep = getelementptr i8, ptr %4, i64 %.idx11
  br label %123

123:                                              ; preds = %121, %123
  %124 = phi i64 [ 0, %121 ], [ %125, %123 ]
  %gep = getelementptr float, ptr %invariant.gep, i64 %124
  store <32 x float> zeroinitializer, ptr %gep, align 4
  %125 = add nuw nsw i64 %124, 32
  %126 = icmp samesign ult i64 %124, 96
  br i1 %126, label %123, label %127

127:                                              ; preds = %123
  %128 = add nuw nsw i64 %122, 1
  %exitcond.not = icmp eq i64 %128, 128
  br i1 %exitcond.not, label %.preheader, label %121

129:                                              ; preds = %.lr.ph75, %477
  %indvars.iv = phi i64 [ %49, %.lr.ph75 ], [ %indvars.iv.next, %477 ]
  %130 = phi i64 [ 0, %.lr.ph75 ], [ %478, %477 ]
  %smin89 = call i64 @llvm.smin.i64(i64 %indvars.iv, i64 2)
  %131 = lshr exact i64 %130, 1
  %132 = call i64 @llvm.umin.i64(i64 %131, i64 7)
  %133 = shl nuw nsw i64 %132, 1
  %134 = icmp samesign ult i64 %130, %49
  br i1 %134, label %.lr.ph, label %._crit_edge

.lr.ph:                                           ; preds = %129, %.loopexit
  %135 = phi i64 [ %229, %.loopexit ], [ 0, %129 ]
  %136 = add nuw nsw i64 %130, %135
  %137 = trunc i64 %136 to i32
  %138 = shl i32 %137, 6
  %139 = sext i32 %138 to i64
  %140 = mul i64 %14, %139
  %141 = sub i64 %10, %139
  %.idx6 = shl i64 %135, 15
  %142 = getelementptr i8, ptr %47, i64 %.idx6
  %143 = call i64 @llvm.smax.i64(i64 %141, i64 0)
  %144 = call i64 @llvm.smin.i64(i64 %143, i64 64)
  %145 = trunc nuw nsw i64 %144 to i32
  %146 = insertelement <64 x i32> poison, i32 %145, i64 0
  %147 = shufflevector <64 x i32> %146, <64 x i32> poison, <64 x i32> zeroinitializer
  %148 = icmp samesign ugt <64 x i32> %147, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %gep50 = getelementptr half, <64 x ptr> %gep85, i64 %140
  br label %149

149:                                              ; preds = %.lr.ph, %149
  %150 = phi i64 [ 0, %.lr.ph ], [ %161, %149 ]
  %151 = mul i64 %150, %12
  %152 = icmp slt i64 %150, %111
  %153 = icmp sge i64 %150, %112
  %154 = and i1 %152, %153
  %155 = insertelement <64 x i1> poison, i1 %154, i64 0
  %156 = shufflevector <64 x i1> %155, <64 x i1> poison, <64 x i32> zeroinitializer
  %157 = and <64 x i1> %156, %148
  %gep44 = getelementptr half, <64 x ptr> %gep50, i64 %151
  %158 = call <64 x half> @llvm.masked.gather.v64f16.v64p0(<64 x ptr> align 2 %gep44, <64 x i1> %157, <64 x half> %52)
  %159 = fpext <64 x half> %158 to <64 x float>
  %.idx10 = shl i64 %150, 8
  %160 = getelementptr i8, ptr %142, i64 %.idx10
  store <64 x float> %159, ptr %160, align 4
  %161 = add nuw nsw i64 %150, 1
  %exitcond86.not = icmp eq i64 %161, 128
  br i1 %exitcond86.not, label %162, label %149

162:                                              ; preds = %149
  %163 = mul i64 %25, %139
  %164 = add i64 %117, %163
  %165 = sub i64 %21, %139
  %166 = add nuw nsw i64 %133, %135
  %.idx7 = shl i64 %166, 15
  %167 = getelementptr i8, ptr %40, i64 %.idx7
  %.idx8 = mul nuw nsw i64 %166, 56
  %168 = getelementptr i8, ptr %41, i64 %.idx8
  %169 = load i64, ptr %168, align 8
  store i64 %42, ptr %168, align 8
  %170 = icmp ne i64 %42, %169
  %171 = getelementptr i8, ptr %168, i64 8
  %172 = load i64, ptr %171, align 8
  store i64 %164, ptr %171, align 8
  %173 = icmp ne i64 %164, %172
  %174 = or i1 %170, %173
  %175 = getelementptr i8, ptr %168, i64 16
  %176 = load i64, ptr %175, align 8
  store i64 %23, ptr %175, align 8
  %177 = icmp ne i64 %23, %176
  %178 = or i1 %174, %177
  %179 = getelementptr i8, ptr %168, i64 24
  %180 = load i64, ptr %179, align 8
  store i64 %25, ptr %179, align 8
  %181 = icmp ne i64 %25, %180
  %182 = or i1 %178, %181
  %183 = getelementptr i8, ptr %168, i64 32
  %184 = load i64, ptr %183, align 8
  store i64 %119, ptr %183, align 8
  %185 = icmp ne i64 %184, %119
  %186 = or i1 %182, %185
  %187 = getelementptr i8, ptr %168, i64 40
  %188 = load i64, ptr %187, align 8
  store i64 %118, ptr %187, align 8
  %189 = icmp ne i64 %118, %188
  %190 = or i1 %186, %189
  %191 = getelementptr i8, ptr %168, i64 48
  %192 = load i64, ptr %191, align 8
  store i64 %165, ptr %191, align 8
  %193 = icmp ne i64 %165, %192
  %194 = or i1 %190, %193
  br i1 %194, label %195, label %.loopexit

195:                                              ; preds = %162
  %gep52 = getelementptr half, <64 x ptr> %invariant.gep51, i64 %164
  br label %196

196:                                              ; preds = %195, %227
  %197 = phi i64 [ 0, %195 ], [ %228, %227 ]
  %198 = mul i64 %197, %25
  %199 = icmp slt i64 %197, %165
  %200 = insertelement <64 x i1> poison, i1 %199, i64 0
  %201 = shufflevector <64 x i1> %200, <64 x i1> poison, <64 x i32> zeroinitializer
  %gep48 = getelementptr half, <64 x ptr> %gep52, i64 %198
  br label %202

202:                                              ; preds = %196, %202
  %203 = phi i64 [ 0, %196 ], [ %225, %202 ]
  %204 = mul i64 %203, %23
  %205 = sub i64 %118, %203
  %206 = call i64 @llvm.smax.i64(i64 %205, i64 0)
  %207 = call i64 @llvm.smin.i64(i64 %206, i64 64)
  %208 = trunc nuw nsw i64 %207 to i32
  %209 = insertelement <64 x i32> poison, i32 %208, i64 0
  %210 = shufflevector <64 x i32> %209, <64 x i32> poison, <64 x i32> zeroinitializer
  %211 = icmp samesign ugt <64 x i32> %210, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %212 = sub nsw i64 %119, %203
  %213 = call i64 @llvm.smax.i64(i64 %212, i64 0)
  %214 = call i64 @llvm.smin.i64(i64 %213, i64 64)
  %215 = trunc nuw nsw i64 %214 to i32
  %216 = insertelement <64 x i32> poison, i32 %215, i64 0
  %217 = shufflevector <64 x i32> %216, <64 x i32> poison, <64 x i32> zeroinitializer
  %218 = icmp samesign ult <64 x i32> %217, <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64>
  %219 = and <64 x i1> %211, %218
  %220 = and <64 x i1> %201, %219
  %gep46 = getelementptr half, <64 x ptr> %gep48, i64 %204
  %221 = call <64 x half> @llvm.masked.gather.v64f16.v64p0(<64 x ptr> align 2 %gep46, <64 x i1> %220, <64 x half> %78)
  %222 = fpext <64 x half> %221 to <64 x float>
  %223 = add nuw nsw i64 %203, %197
  %.idx9 = shl i64 %223, 8
  %224 = getelementptr i8, ptr %167, i64 %.idx9
  store <64 x float> %222, ptr %224, align 4
  %225 = add nuw nsw i64 %203, 64
  %226 = icmp eq i64 %203, 0
  br i1 %226, label %202, label %227

227:                                              ; preds = %202
  %228 = add nuw nsw i64 %197, 1
  %exitcond87.not = icmp eq i64 %228, 64
  br i1 %exitcond87.not, label %.loopexit, label %196

.loopexit:                                        ; preds = %227, %162
  %229 = add nuw nsw i64 %135, 1
  %exitcond88.not = icmp eq i64 %229, %smin89
  br i1 %exitcond88.not, label %._crit_edge, label %.lr.ph

._crit_edge:                                      ; preds = %.loopexit, %129
  %.idx1 = shl nuw nsw i64 %132, 16
  %230 = getelementptr i8, ptr %40, i64 %.idx1
  br label %231

231:                                              ; preds = %._crit_edge, %474
  %232 = phi i64 [ 0, %._crit_edge ], [ %475, %474 ]
  %.idx2 = shl i64 %232, 8
  %233 = getelementptr i8, ptr %230, i64 %.idx2
  %invariant.gep73 = getelementptr float, ptr %4, i64 %232
  br label %234

234:                                              ; preds = %231, %._crit_edge55
  %235 = phi i64 [ 0, %231 ], [ %472, %._crit_edge55 ]
  %.idx3 = shl i64 %235, 9
  %gep74 = getelementptr i8, ptr %invariant.gep73, i64 %.idx3
  %236 = load <16 x float>, ptr %gep74, align 4
  %237 = getelementptr i8, ptr %gep74, i64 64
  %238 = load <16 x float>, ptr %237, align 4
  %239 = getelementptr i8, ptr %gep74, i64 128
  %240 = load <16 x float>, ptr %239, align 4
  %241 = getelementptr i8, ptr %gep74, i64 192
  %242 = load <16 x float>, ptr %241, align 4
  %243 = getelementptr i8, ptr %gep74, i64 512
  %244 = load <16 x float>, ptr %243, align 4
  %245 = getelementptr i8, ptr %gep74, i64 576
  %246 = load <16 x float>, ptr %245, align 4
  %247 = getelementptr i8, ptr %gep74, i64 640
  %248 = load <16 x float>, ptr %247, align 4
  %249 = getelementptr i8, ptr %gep74, i64 704
  %250 = load <16 x float>, ptr %249, align 4
  %251 = getelementptr i8, ptr %gep74, i64 1024
  %252 = load <16 x float>, ptr %251, align 4
  %253 = getelementptr i8, ptr %gep74, i64 1088
  %254 = load <16 x float>, ptr %253, align 4
  %255 = getelementptr i8, ptr %gep74, i64 1152
  %256 = load <16 x float>, ptr %255, align 4
  %257 = getelementptr i8, ptr %gep74, i64 1216
  %258 = load <16 x float>, ptr %257, align 4
  %259 = getelementptr i8, ptr %gep74, i64 1536
  %260 = load <16 x float>, ptr %259, align 4
  %261 = getelementptr i8, ptr %gep74, i64 1600
  %262 = load <16 x float>, ptr %261, align 4
  %263 = getelementptr i8, ptr %gep74, i64 1664
  %264 = load <16 x float>, ptr %263, align 4
  %265 = getelementptr i8, ptr %gep74, i64 1728
  %266 = load <16 x float>, ptr %265, align 4
  br i1 %134, label %.lr.ph54, label %._crit_edge55

.lr.ph54:                                         ; preds = %234
  %.idx4 = shl i64 %235, 8
  %invariant.gep71 = getelementptr i8, ptr %47, i64 %.idx4
  br label %267

267:                                              ; preds = %.lr.ph54, %470
  %268 = phi <16 x float> [ %266, %.lr.ph54 ], [ %467, %470 ]
  %269 = phi <16 x float> [ %264, %.lr.ph54 ], [ %466, %470 ]
  %270 = phi <16 x float> [ %262, %.lr.ph54 ], [ %465, %470 ]
  %271 = phi <16 x float> [ %260, %.lr.ph54 ], [ %464, %470 ]
  %272 = phi <16 x float> [ %258, %.lr.ph54 ], [ %459, %470 ]
  %273 = phi <16 x float> [ %256, %.lr.ph54 ], [ %458, %470 ]
  %274 = phi <16 x float> [ %254, %.lr.ph54 ], [ %457, %470 ]
  %275 = phi <16 x float> [ %252, %.lr.ph54 ], [ %456, %470 ]
  %276 = phi <16 x float> [ %250, %.lr.ph54 ], [ %451, %470 ]
  %277 = phi <16 x float> [ %248, %.lr.ph54 ], [ %450, %470 ]
  %278 = phi <16 x float> [ %246, %.lr.ph54 ], [ %449, %470 ]
  %279 = phi <16 x float> [ %244, %.lr.ph54 ], [ %448, %470 ]
  %280 = phi <16 x float> [ %242, %.lr.ph54 ], [ %443, %470 ]
  %281 = phi <16 x float> [ %240, %.lr.ph54 ], [ %442, %470 ]
  %282 = phi <16 x float> [ %238, %.lr.ph54 ], [ %441, %470 ]
  %283 = phi <16 x float> [ %236, %.lr.ph54 ], [ %440, %470 ]
  %284 = phi i64 [ 0, %.lr.ph54 ], [ %471, %470 ]
  %285 = shl i64 %284, 13
  %gep72 = getelementptr float, ptr %invariant.gep71, i64 %285
  %286 = getelementptr i8, ptr %gep72, i64 256
  %287 = getelementptr i8, ptr %gep72, i64 512
  %288 = getelementptr i8, ptr %gep72, i64 768
  %289 = getelementptr float, ptr %233, i64 %285
  br label %290

290:                                              ; preds = %267, %290
  %291 = phi <16 x float> [ %268, %267 ], [ %467, %290 ]
  %292 = phi <16 x float> [ %269, %267 ], [ %466, %290 ]
  %293 = phi <16 x float> [ %270, %267 ], [ %465, %290 ]
  %294 = phi <16 x float> [ %271, %267 ], [ %464, %290 ]
  %295 = phi <16 x float> [ %272, %267 ], [ %459, %290 ]
  %296 = phi <16 x float> [ %273, %267 ], [ %458, %290 ]
  %297 = phi <16 x float> [ %274, %267 ], [ %457, %290 ]
  %298 = phi <16 x float> [ %275, %267 ], [ %456, %290 ]
  %299 = phi <16 x float> [ %276, %267 ], [ %451, %290 ]
  %300 = phi <16 x float> [ %277, %267 ], [ %450, %290 ]
  %301 = phi <16 x float> [ %278, %267 ], [ %449, %290 ]
  %302 = phi <16 x float> [ %279, %267 ], [ %448, %290 ]
  %303 = phi <16 x float> [ %280, %267 ], [ %443, %290 ]
  %304 = phi <16 x float> [ %281, %267 ], [ %442, %290 ]
  %305 = phi <16 x float> [ %282, %267 ], [ %441, %290 ]
  %306 = phi <16 x float> [ %283, %267 ], [ %440, %290 ]
  %307 = phi i64 [ 0, %267 ], [ %468, %290 ]
  %.idx5 = shl i64 %307, 8
  %308 = getelementptr i8, ptr %289, i64 %.idx5
  %309 = getelementptr float, ptr %gep72, i64 %307
  %310 = getelementptr float, ptr %286, i64 %307
  %311 = getelementptr float, ptr %287, i64 %307
  %312 = getelementptr float, ptr %288, i64 %307
  %313 = load <16 x float>, ptr %308, align 4
  %314 = getelementptr i8, ptr %308, i64 64
  %315 = load <16 x float>, ptr %314, align 4
  %316 = getelementptr i8, ptr %308, i64 128
  %317 = load <16 x float>, ptr %316, align 4
  %318 = getelementptr i8, ptr %308, i64 192
  %319 = load <16 x float>, ptr %318, align 4
  %320 = load float, ptr %309, align 4
  %321 = insertelement <16 x float> poison, float %320, i64 0
  %322 = shufflevector <16 x float> %321, <16 x float> poison, <16 x i32> zeroinitializer
  %323 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %322, <16 x float> %313, <16 x float> %306)
  %324 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %322, <16 x float> %315, <16 x float> %305)
  %325 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %322, <16 x float> %317, <16 x float> %304)
  %326 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %322, <16 x float> %319, <16 x float> %303)
  %327 = load float, ptr %310, align 4
  %328 = insertelement <16 x float> poison, float %327, i64 0
  %329 = shufflevector <16 x float> %328, <16 x float> poison, <16 x i32> zeroinitializer
  %330 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %329, <16 x float> %313, <16 x float> %302)
  %331 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %329, <16 x float> %315, <16 x float> %301)
  %332 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %329, <16 x float> %317, <16 x float> %300)
  %333 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %329, <16 x float> %319, <16 x float> %299)
  %334 = load float, ptr %311, align 4
  %335 = insertelement <16 x float> poison, float %334, i64 0
  %336 = shufflevector <16 x float> %335, <16 x float> poison, <16 x i32> zeroinitializer
  %337 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %336, <16 x float> %313, <16 x float> %298)
  %338 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %336, <16 x float> %315, <16 x float> %297)
  %339 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %336, <16 x float> %317, <16 x float> %296)
  %340 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %336, <16 x float> %319, <16 x float> %295)
  %341 = load float, ptr %312, align 4
  %342 = insertelement <16 x float> poison, float %341, i64 0
  %343 = shufflevector <16 x float> %342, <16 x float> poison, <16 x i32> zeroinitializer
  %344 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %343, <16 x float> %313, <16 x float> %294)
  %345 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %343, <16 x float> %315, <16 x float> %293)
  %346 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %343, <16 x float> %317, <16 x float> %292)
  %347 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %343, <16 x float> %319, <16 x float> %291)
  %348 = getelementptr i8, ptr %308, i64 256
  %349 = load <16 x float>, ptr %348, align 4
  %350 = getelementptr i8, ptr %308, i64 320
  %351 = load <16 x float>, ptr %350, align 4
  %352 = getelementptr i8, ptr %308, i64 384
  %353 = load <16 x float>, ptr %352, align 4
  %354 = getelementptr i8, ptr %308, i64 448
  %355 = load <16 x float>, ptr %354, align 4
  %356 = getelementptr i8, ptr %309, i64 4
  %357 = load float, ptr %356, align 4
  %358 = insertelement <16 x float> poison, float %357, i64 0
  %359 = shufflevector <16 x float> %358, <16 x float> poison, <16 x i32> zeroinitializer
  %360 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %359, <16 x float> %349, <16 x float> %323)
  %361 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %359, <16 x float> %351, <16 x float> %324)
  %362 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %359, <16 x float> %353, <16 x float> %325)
  %363 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %359, <16 x float> %355, <16 x float> %326)
  %364 = getelementptr i8, ptr %310, i64 4
  %365 = load float, ptr %364, align 4
  %366 = insertelement <16 x float> poison, float %365, i64 0
  %367 = shufflevector <16 x float> %366, <16 x float> poison, <16 x i32> zeroinitializer
  %368 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %367, <16 x float> %349, <16 x float> %330)
  %369 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %367, <16 x float> %351, <16 x float> %331)
  %370 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %367, <16 x float> %353, <16 x float> %332)
  %371 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %367, <16 x float> %355, <16 x float> %333)
  %372 = getelementptr i8, ptr %311, i64 4
  %373 = load float, ptr %372, align 4
  %374 = insertelement <16 x float> poison, float %373, i64 0
  %375 = shufflevector <16 x float> %374, <16 x float> poison, <16 x i32> zeroinitializer
  %376 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %375, <16 x float> %349, <16 x float> %337)
  %377 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %375, <16 x float> %351, <16 x float> %338)
  %378 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %375, <16 x float> %353, <16 x float> %339)
  %379 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %375, <16 x float> %355, <16 x float> %340)
  %380 = getelementptr i8, ptr %312, i64 4
  %381 = load float, ptr %380, align 4
  %382 = insertelement <16 x float> poison, float %381, i64 0
  %383 = shufflevector <16 x float> %382, <16 x float> poison, <16 x i32> zeroinitializer
  %384 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %383, <16 x float> %349, <16 x float> %344)
  %385 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %383, <16 x float> %351, <16 x float> %345)
  %386 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %383, <16 x float> %353, <16 x float> %346)
  %387 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %383, <16 x float> %355, <16 x float> %347)
  %388 = getelementptr i8, ptr %308, i64 512
  %389 = load <16 x float>, ptr %388, align 4
  %390 = getelementptr i8, ptr %308, i64 576
  %391 = load <16 x float>, ptr %390, align 4
  %392 = getelementptr i8, ptr %308, i64 640
  %393 = load <16 x float>, ptr %392, align 4
  %394 = getelementptr i8, ptr %308, i64 704
  %395 = load <16 x float>, ptr %394, align 4
  %396 = getelementptr i8, ptr %309, i64 8
  %397 = load float, ptr %396, align 4
  %398 = insertelement <16 x float> poison, float %397, i64 0
  %399 = shufflevector <16 x float> %398, <16 x float> poison, <16 x i32> zeroinitializer
  %400 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %399, <16 x float> %389, <16 x float> %360)
  %401 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %399, <16 x float> %391, <16 x float> %361)
  %402 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %399, <16 x float> %393, <16 x float> %362)
  %403 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %399, <16 x float> %395, <16 x float> %363)
  %404 = getelementptr i8, ptr %310, i64 8
  %405 = load float, ptr %404, align 4
  %406 = insertelement <16 x float> poison, float %405, i64 0
  %407 = shufflevector <16 x float> %406, <16 x float> poison, <16 x i32> zeroinitializer
  %408 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %407, <16 x float> %389, <16 x float> %368)
  %409 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %407, <16 x float> %391, <16 x float> %369)
  %410 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %407, <16 x float> %393, <16 x float> %370)
  %411 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %407, <16 x float> %395, <16 x float> %371)
  %412 = getelementptr i8, ptr %311, i64 8
  %413 = load float, ptr %412, align 4
  %414 = insertelement <16 x float> poison, float %413, i64 0
  %415 = shufflevector <16 x float> %414, <16 x float> poison, <16 x i32> zeroinitializer
  %416 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %415, <16 x float> %389, <16 x float> %376)
  %417 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %415, <16 x float> %391, <16 x float> %377)
  %418 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %415, <16 x float> %393, <16 x float> %378)
  %419 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %415, <16 x float> %395, <16 x float> %379)
  %420 = getelementptr i8, ptr %312, i64 8
  %421 = load float, ptr %420, align 4
  %422 = insertelement <16 x float> poison, float %421, i64 0
  %423 = shufflevector <16 x float> %422, <16 x float> poison, <16 x i32> zeroinitializer
  %424 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %423, <16 x float> %389, <16 x float> %384)
  %425 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %423, <16 x float> %391, <16 x float> %385)
  %426 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %423, <16 x float> %393, <16 x float> %386)
  %427 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %423, <16 x float> %395, <16 x float> %387)
  %428 = getelementptr i8, ptr %308, i64 768
  %429 = load <16 x float>, ptr %428, align 4
  %430 = getelementptr i8, ptr %308, i64 832
  %431 = load <16 x float>, ptr %430, align 4
  %432 = getelementptr i8, ptr %308, i64 896
  %433 = load <16 x float>, ptr %432, align 4
  %434 = getelementptr i8, ptr %308, i64 960
  %435 = load <16 x float>, ptr %434, align 4
  %436 = getelementptr i8, ptr %309, i64 12
  %437 = load float, ptr %436, align 4
  %438 = insertelement <16 x float> poison, float %437, i64 0
  %439 = shufflevector <16 x float> %438, <16 x float> poison, <16 x i32> zeroinitializer
  %440 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %439, <16 x float> %429, <16 x float> %400)
  %441 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %439, <16 x float> %431, <16 x float> %401)
  %442 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %439, <16 x float> %433, <16 x float> %402)
  %443 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %439, <16 x float> %435, <16 x float> %403)
  %444 = getelementptr i8, ptr %310, i64 12
  %445 = load float, ptr %444, align 4
  %446 = insertelement <16 x float> poison, float %445, i64 0
  %447 = shufflevector <16 x float> %446, <16 x float> poison, <16 x i32> zeroinitializer
  %448 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %447, <16 x float> %429, <16 x float> %408)
  %449 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %447, <16 x float> %431, <16 x float> %409)
  %450 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %447, <16 x float> %433, <16 x float> %410)
  %451 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %447, <16 x float> %435, <16 x float> %411)
  %452 = getelementptr i8, ptr %311, i64 12
  %453 = load float, ptr %452, align 4
  %454 = insertelement <16 x float> poison, float %453, i64 0
  %455 = shufflevector <16 x float> %454, <16 x float> poison, <16 x i32> zeroinitializer
  %456 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %455, <16 x float> %429, <16 x float> %416)
  %457 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %455, <16 x float> %431, <16 x float> %417)
  %458 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %455, <16 x float> %433, <16 x float> %418)
  %459 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %455, <16 x float> %435, <16 x float> %419)
  %460 = getelementptr i8, ptr %312, i64 12
  %461 = load float, ptr %460, align 4
  %462 = insertelement <16 x float> poison, float %461, i64 0
  %463 = shufflevector <16 x float> %462, <16 x float> poison, <16 x i32> zeroinitializer
  %464 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %463, <16 x float> %429, <16 x float> %424)
  %465 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %463, <16 x float> %431, <16 x float> %425)
  %466 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %463, <16 x float> %433, <16 x float> %426)
  %467 = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %463, <16 x float> %435, <16 x float> %427)
  %468 = add nuw nsw i64 %307, 4
  %469 = icmp samesign ult i64 %307, 60
  br i1 %469, label %290, label %470

470:                                              ; preds = %290
  %471 = add nuw nsw i64 %284, 1
  %exitcond90.not = icmp eq i64 %471, %smin89
  br i1 %exitcond90.not, label %._crit_edge55, label %267

._crit_edge55:                                    ; preds = %470, %234
  %.lcssa42 = phi <16 x float> [ %236, %234 ], [ %440, %470 ]
  %.lcssa41 = phi <16 x float> [ %238, %234 ], [ %441, %470 ]
  %.lcssa40 = phi <16 x float> [ %240, %234 ], [ %442, %470 ]
  %.lcssa39 = phi <16 x float> [ %242, %234 ], [ %443, %470 ]
  %.lcssa38 = phi <16 x float> [ %244, %234 ], [ %448, %470 ]
  %.lcssa37 = phi <16 x float> [ %246, %234 ], [ %449, %470 ]
  %.lcssa36 = phi <16 x float> [ %248, %234 ], [ %450, %470 ]
  %.lcssa35 = phi <16 x float> [ %250, %234 ], [ %451, %470 ]
  %.lcssa34 = phi <16 x float> [ %252, %234 ], [ %456, %470 ]
  %.lcssa33 = phi <16 x float> [ %254, %234 ], [ %457, %470 ]
  %.lcssa32 = phi <16 x float> [ %256, %234 ], [ %458, %470 ]
  %.lcssa31 = phi <16 x float> [ %258, %234 ], [ %459, %470 ]
  %.lcssa30 = phi <16 x float> [ %260, %234 ], [ %464, %470 ]
  %.lcssa29 = phi <16 x float> [ %262, %234 ], [ %465, %470 ]
  %.lcssa28 = phi <16 x float> [ %264, %234 ], [ %466, %470 ]
  %.lcssa27 = phi <16 x float> [ %266, %234 ], [ %467, %470 ]
  store <16 x float> %.lcssa42, ptr %gep74, align 4
  store <16 x float> %.lcssa41, ptr %237, align 4
  store <16 x float> %.lcssa40, ptr %239, align 4
  store <16 x float> %.lcssa39, ptr %241, align 4
  store <16 x float> %.lcssa38, ptr %243, align 4
  store <16 x float> %.lcssa37, ptr %245, align 4
  store <16 x float> %.lcssa36, ptr %247, align 4
  store <16 x float> %.lcssa35, ptr %249, align 4
  store <16 x float> %.lcssa34, ptr %251, align 4
  store <16 x float> %.lcssa33, ptr %253, align 4
  store <16 x float> %.lcssa32, ptr %255, align 4
  store <16 x float> %.lcssa31, ptr %257, align 4
  store <16 x float> %.lcssa30, ptr %259, align 4
  store <16 x float> %.lcssa29, ptr %261, align 4
  store <16 x float> %.lcssa28, ptr %263, align 4
  store <16 x float> %.lcssa27, ptr %265, align 4
  %472 = add nuw nsw i64 %235, 4
  %473 = icmp samesign ult i64 %235, 124
  br i1 %473, label %234, label %474

474:                                              ; preds = %._crit_edge55
  %475 = add nuw nsw i64 %232, 64
  %476 = icmp eq i64 %232, 0
  br i1 %476, label %231, label %477

477:                                              ; preds = %474
  %478 = add nuw nsw i64 %130, 2
  %479 = icmp samesign ult i64 %478, %49
  %indvars.iv.next = add nsw i64 %indvars.iv, -2
  br i1 %479, label %129, label %._crit_edge76

._crit_edge76:                                    ; preds = %477, %.preheader
  %480 = getelementptr half, ptr %27, i64 %109
  %481 = getelementptr half, ptr %480, i64 %116
  %invariant.gep79 = getelementptr half, ptr %481, <64 x i64> %55
  br label %482

482:                                              ; preds = %._crit_edge76, %516
  %483 = phi i64 [ 0, %._crit_edge76 ], [ %517, %516 ]
  %.idx = shl i64 %483, 9
  %484 = getelementptr i8, ptr %4, i64 %.idx
  %485 = mul i64 %483, %33
  %486 = icmp slt i64 %483, %110
  %487 = icmp sge i64 %483, %112
  %488 = and i1 %486, %487
  %489 = insertelement <64 x i1> poison, i1 %488, i64 0
  %490 = shufflevector <64 x i1> %489, <64 x i1> poison, <64 x i32> zeroinitializer
  %gep80 = getelementptr half, <64 x ptr> %invariant.gep79, i64 %485
  br label %491

491:                                              ; preds = %482, %491
  %492 = phi i64 [ 0, %482 ], [ %514, %491 ]
  %493 = getelementptr float, ptr %484, i64 %492
  %494 = load <64 x float>, ptr %493, align 4
  %495 = fptrunc <64 x float> %494 to <64 x half>
  %496 = mul i64 %492, %35
  %497 = add nuw nsw i64 %492, %115
  %498 = sub i64 %31, %497
  %499 = call i64 @llvm.smax.i64(i64 %498, i64 0)
  %500 = call i64 @llvm.smin.i64(i64 %499, i64 64)
  %501 = trunc nuw nsw i64 %500 to i32
  %502 = insertelement <64 x i32> poison, i32 %501, i64 0
  %503 = shufflevector <64 x i32> %502, <64 x i32> poison, <64 x i32> zeroinitializer
  %504 = icmp samesign ugt <64 x i32> %503, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %505 = sub nsw i64 %119, %492
  %506 = call i64 @llvm.smax.i64(i64 %505, i64 0)
  %507 = call i64 @llvm.smin.i64(i64 %506, i64 64)
  %508 = trunc nuw nsw i64 %507 to i32
  %509 = insertelement <64 x i32> poison, i32 %508, i64 0
  %510 = shufflevector <64 x i32> %509, <64 x i32> poison, <64 x i32> zeroinitializer
  %511 = icmp samesign ult <64 x i32> %510, <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64>
  %512 = and <64 x i1> %504, %511
  %513 = and <64 x i1> %512, %490
  %gep78 = getelementptr half, <64 x ptr> %gep80, i64 %496
  call void @llvm.masked.scatter.v64f16.v64p0(<64 x half> %495, <64 x ptr> align 2 %gep78, <64 x i1> %513)
  %514 = add nuw nsw i64 %492, 64
  %515 = icmp eq i64 %492, 0
  br i1 %515, label %491, label %516

516:                                              ; preds = %491
  %517 = add nuw nsw i64 %483, 1
  %exitcond91.not = icmp eq i64 %517, 128
  br i1 %exitcond91.not, label %518, label %482

518:                                              ; preds = %516
  %519 = add nsw i64 %83, 1
  %exitcond92.not = icmp eq i64 %519, %3
  br i1 %exitcond92.not, label %._crit_edge83, label %82

._crit_edge83:                                    ; preds = %518, %6
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.masked.scatter.v64f16.v64p0(<64 x half>, <64 x ptr>, <64 x i1>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <64 x half> @llvm.masked.gather.v64f16.v64p0(<64 x ptr>, <64 x i1>, <64 x half>) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #1

attributes #0 = { nounwind "no-trapping-math"="true" "prefer-vector-width"="512" "tts-arena-bytes"="656320" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(write) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(read) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
