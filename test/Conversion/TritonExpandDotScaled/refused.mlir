// RUN: triton-shared-opt %s --triton-expand-dot-scaled --verify-diagnostics

tt.func @fp6(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{dot_scaled on e2m3 operands is not supported}}
  %d = tt.dot_scaled %a, %b, %c lhs = e2m3 rhs = e2m3 {fastMath = false}
    : tensor<32x64xi8> * tensor<64x32xi8> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}
