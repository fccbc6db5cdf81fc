// libdevice's conversions and arithmetic with a rounding mode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Directed.h"
#include "Libdevice.h"

namespace mlir::tts::vecmath {

namespace {

template <Mode mode> Val add(MathBuilder &m, Vals a, Type) {
  return addDirected(m, a[0], a[1], mode);
}
template <Mode mode> Val sub(MathBuilder &m, Vals a, Type) {
  return addDirected(m, a[0], -a[1], mode);
}
template <Mode mode> Val mul(MathBuilder &m, Vals a, Type) {
  return mulDirected(m, a[0], a[1], mode);
}
template <Mode mode> Val div(MathBuilder &m, Vals a, Type) {
  return divDirected(m, a[0], a[1], mode);
}
template <Mode mode> Val reciprocal(MathBuilder &m, Vals a, Type) {
  return divDirected(m, m.cst(a[0], 1.0), a[0], mode);
}
template <Mode mode> Val sqrt(MathBuilder &m, Vals a, Type) {
  return sqrtDirected(m, a[0], mode);
}
template <Mode mode> Val fma(MathBuilder &m, Vals a, Type) {
  return fmaDirected(m, a[0], a[1], a[2], mode);
}
template <Mode mode> Val narrow(MathBuilder &m, Vals a, Type) {
  return narrowDirected(m, a[0], mode);
}
template <bool isSigned, Mode mode>
Val fromInt(MathBuilder &m, Vals a, Type result) {
  return intToFloat(m, a[0], result, isSigned, mode);
}
template <bool isSigned, Mode mode>
Val toInt(MathBuilder &m, Vals a, Type result) {
  return floatToInt(m, a[0], result, isSigned, mode);
}

Val bitsOf(MathBuilder &m, Vals a, Type) { return m.bits(a[0]); }
Val floatOf(MathBuilder &m, Vals a, Type) { return m.asFloat(a[0]); }
Val lowWord(MathBuilder &m, Vals a, Type result) {
  return m.trunci(m.bits(a[0]), result);
}
Val highWord(MathBuilder &m, Vals a, Type result) {
  return m.trunci(m.lshr(m.bits(a[0]), 32), result);
}
Val fromWords(MathBuilder &m, Vals a, Type) {
  Type i64 = m.builder.getI64Type();
  return m.asFloat(m.shl(m.extui(a[0], i64), 32) | m.extui(a[1], i64));
}

constexpr Mode kRN = Mode::RN, kRZ = Mode::RZ, kRD = Mode::RD, kRU = Mode::RU;

const LibdeviceEntry kEntries[] = {
    {"fadd_rn", 2, add<kRN>},
    {"fadd_rz", 2, add<kRZ>},
    {"fadd_rd", 2, add<kRD>},
    {"fadd_ru", 2, add<kRU>},
    {"dadd_rn", 2, add<kRN>},
    {"dadd_rz", 2, add<kRZ>},
    {"dadd_rd", 2, add<kRD>},
    {"dadd_ru", 2, add<kRU>},
    {"fsub_rn", 2, sub<kRN>},
    {"fsub_rz", 2, sub<kRZ>},
    {"fsub_rd", 2, sub<kRD>},
    {"fsub_ru", 2, sub<kRU>},
    {"dsub_rn", 2, sub<kRN>},
    {"dsub_rz", 2, sub<kRZ>},
    {"dsub_rd", 2, sub<kRD>},
    {"dsub_ru", 2, sub<kRU>},
    {"fmul_rn", 2, mul<kRN>},
    {"fmul_rz", 2, mul<kRZ>},
    {"fmul_rd", 2, mul<kRD>},
    {"fmul_ru", 2, mul<kRU>},
    {"dmul_rn", 2, mul<kRN>},
    {"dmul_rz", 2, mul<kRZ>},
    {"dmul_rd", 2, mul<kRD>},
    {"dmul_ru", 2, mul<kRU>},
    {"fdiv_rn", 2, div<kRN>},
    {"fdiv_rz", 2, div<kRZ>},
    {"fdiv_rd", 2, div<kRD>},
    {"fdiv_ru", 2, div<kRU>},
    {"ddiv_rn", 2, div<kRN>},
    {"ddiv_rz", 2, div<kRZ>},
    {"ddiv_rd", 2, div<kRD>},
    {"ddiv_ru", 2, div<kRU>},
    {"fast_fdividef", 2, div<kRN>},
    {"frcp_rn", 1, reciprocal<kRN>},
    {"frcp_rz", 1, reciprocal<kRZ>},
    {"frcp_rd", 1, reciprocal<kRD>},
    {"frcp_ru", 1, reciprocal<kRU>},
    {"drcp_rn", 1, reciprocal<kRN>},
    {"drcp_rz", 1, reciprocal<kRZ>},
    {"drcp_rd", 1, reciprocal<kRD>},
    {"drcp_ru", 1, reciprocal<kRU>},
    {"fsqrt_rn", 1, sqrt<kRN>},
    {"fsqrt_rz", 1, sqrt<kRZ>},
    {"fsqrt_rd", 1, sqrt<kRD>},
    {"fsqrt_ru", 1, sqrt<kRU>},
    {"dsqrt_rn", 1, sqrt<kRN>},
    {"dsqrt_rz", 1, sqrt<kRZ>},
    {"dsqrt_rd", 1, sqrt<kRD>},
    {"dsqrt_ru", 1, sqrt<kRU>},
    {"fma", 3, fma<kRN>},
    {"fmaf_rn", 3, fma<kRN>},
    {"fmaf_rz", 3, fma<kRZ>},
    {"fmaf_rd", 3, fma<kRD>},
    {"fmaf_ru", 3, fma<kRU>},
    {"fma_rn", 3, fma<kRN>},
    {"fma_rz", 3, fma<kRZ>},
    {"fma_rd", 3, fma<kRD>},
    {"fma_ru", 3, fma<kRU>},
    {"double2float_rn", 1, narrow<kRN>},
    {"double2float_rz", 1, narrow<kRZ>},
    {"double2float_rd", 1, narrow<kRD>},
    {"double2float_ru", 1, narrow<kRU>},
    {"double2int_rn", 1, toInt<true, kRN>},
    {"double2int_rz", 1, toInt<true, kRZ>},
    {"double2int_rd", 1, toInt<true, kRD>},
    {"double2int_ru", 1, toInt<true, kRU>},
    {"double2uint_rn", 1, toInt<false, kRN>},
    {"double2uint_rz", 1, toInt<false, kRZ>},
    {"double2uint_rd", 1, toInt<false, kRD>},
    {"double2uint_ru", 1, toInt<false, kRU>},
    {"double2ll_rn", 1, toInt<true, kRN>},
    {"double2ll_rz", 1, toInt<true, kRZ>},
    {"double2ll_rd", 1, toInt<true, kRD>},
    {"double2ll_ru", 1, toInt<true, kRU>},
    {"double2ull_rn", 1, toInt<false, kRN>},
    {"double2ull_rz", 1, toInt<false, kRZ>},
    {"double2ull_rd", 1, toInt<false, kRD>},
    {"double2ull_ru", 1, toInt<false, kRU>},
    {"float2int_rn", 1, toInt<true, kRN>},
    {"float2int_rz", 1, toInt<true, kRZ>},
    {"float2int_rd", 1, toInt<true, kRD>},
    {"float2int_ru", 1, toInt<true, kRU>},
    {"float2uint_rn", 1, toInt<false, kRN>},
    {"float2uint_rz", 1, toInt<false, kRZ>},
    {"float2uint_rd", 1, toInt<false, kRD>},
    {"float2uint_ru", 1, toInt<false, kRU>},
    {"float2ll_rn", 1, toInt<true, kRN>},
    {"float2ll_rz", 1, toInt<true, kRZ>},
    {"float2ll_rd", 1, toInt<true, kRD>},
    {"float2ll_ru", 1, toInt<true, kRU>},
    {"float2ull_rn", 1, toInt<false, kRN>},
    {"float2ull_rz", 1, toInt<false, kRZ>},
    {"float2ull_rd", 1, toInt<false, kRD>},
    {"float2ull_ru", 1, toInt<false, kRU>},
    {"int2double_rn", 1, fromInt<true, kRN>},
    {"uint2double_rn", 1, fromInt<false, kRN>},
    {"int2float_rn", 1, fromInt<true, kRN>},
    {"int2float_rz", 1, fromInt<true, kRZ>},
    {"int2float_rd", 1, fromInt<true, kRD>},
    {"int2float_ru", 1, fromInt<true, kRU>},
    {"uint2float_rn", 1, fromInt<false, kRN>},
    {"uint2float_rz", 1, fromInt<false, kRZ>},
    {"uint2float_rd", 1, fromInt<false, kRD>},
    {"uint2float_ru", 1, fromInt<false, kRU>},
    {"ll2float_rn", 1, fromInt<true, kRN>},
    {"ll2float_rz", 1, fromInt<true, kRZ>},
    {"ll2float_rd", 1, fromInt<true, kRD>},
    {"ll2float_ru", 1, fromInt<true, kRU>},
    {"ull2float_rn", 1, fromInt<false, kRN>},
    {"ull2float_rz", 1, fromInt<false, kRZ>},
    {"ull2float_rd", 1, fromInt<false, kRD>},
    {"ull2float_ru", 1, fromInt<false, kRU>},
    {"ll2double_rn", 1, fromInt<true, kRN>},
    {"ll2double_rz", 1, fromInt<true, kRZ>},
    {"ll2double_rd", 1, fromInt<true, kRD>},
    {"ll2double_ru", 1, fromInt<true, kRU>},
    {"ull2double_rn", 1, fromInt<false, kRN>},
    {"ull2double_rz", 1, fromInt<false, kRZ>},
    {"ull2double_rd", 1, fromInt<false, kRD>},
    {"ull2double_ru", 1, fromInt<false, kRU>},
    {"int_as_float", 1, floatOf},
    {"uint_as_float", 1, floatOf},
    {"longlong_as_double", 1, floatOf},
    {"float_as_int", 1, bitsOf},
    {"float_as_uint", 1, bitsOf},
    {"double_as_longlong", 1, bitsOf},
    {"double2loint", 1, lowWord},
    {"double2hiint", 1, highWord},
    {"hiloint2double", 2, fromWords},
};

} // namespace

ArrayRef<LibdeviceEntry> conversionSymbols() { return kEntries; }

} // namespace mlir::tts::vecmath
