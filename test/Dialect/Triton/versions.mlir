// Text of newer Tritons, printed as 3.7 has it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: tt.func @descriptor
// CHECK-SAME: !tt.tensordesc<tensor<8x32xf16>>, %{{.*}}: !tt.tensordesc<tensor<64xsi32>>
tt.func @descriptor(%a: !tt.tensordesc<8x32xf16>, %b: !tt.tensordesc<64xsi32>) {
  tt.return
}

// -----

// CHECK-LABEL: tt.func @cache_policy
tt.func @cache_policy(%p: !tt.ptr<f32>, %m: i1, %d: !tt.tensordesc<8xf32>, %i: i32) {
  // CHECK: tt.load %{{.*}} cacheModifier = cg evictionPolicy = evict_first : !tt.ptr<f32>
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_first>} : !tt.ptr<f32>
  // CHECK: tt.load %{{.*}}, %{{.*}} evictionPolicy = evict_last {isVolatile = true} : !tt.ptr<f32>
  %1 = tt.load %p, %m {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>, isVolatile = true} : !tt.ptr<f32>
  // CHECK: tt.store %{{.*}}, %{{.*}} cacheModifier = wt : !tt.ptr<f32>
  tt.store %p, %0 {cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_normal>} : !tt.ptr<f32>
  // CHECK: tt.descriptor_load %{{.*}} evictionPolicy = evict_first : !tt.tensordesc<tensor<8xf32>> -> tensor<8xf32>
  %2 = tt.descriptor_load %d[%i] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<8xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @bad_policy(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{cachePolicy must be a #tt.cache_policy, got 1 : i64}}
  %0 = tt.load %p {cachePolicy = 1 : i64} : !tt.ptr<f32>
  tt.return
}
