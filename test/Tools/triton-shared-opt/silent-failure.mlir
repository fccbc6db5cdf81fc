// A pass that fails and says nothing is named.
// RUN: not triton-shared-opt %s "--canonicalize=max-iterations=1 test-convergence=true" 2>&1 | FileCheck %s
// RUN: triton-shared-opt %s "--canonicalize=test-convergence=true" | FileCheck %s --check-prefix=FINE

// CHECK: silent-failure.mlir:0:0: error: pass '{{.*}}Canonicalizer{{.*}}' failed without a message
// CHECK-NOT: error
// FINE: func.func @f
func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %x = arith.addi %a, %c1 : i32
  %y = arith.addi %x, %c2 : i32
  %z = arith.addi %y, %c1 : i32
  %t = arith.constant true
  %r = scf.if %t -> i32 {
    %w = arith.subi %z, %c2 : i32
    scf.yield %w : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
