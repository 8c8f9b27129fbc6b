#ifndef TRABECULA_OPERATOR_SEVERALVECTORS_H
#define TRABECULA_OPERATOR_SEVERALVECTORS_H

namespace trabecula
{
/// Numbers of vectors that can be multiplied at once, so that a matrix is read once for all: entry
/// i of vector v is at the number times i plus v. So many numbers of single precision fill a
/// register of SSE and of AVX. Vectors that are not needed are zero.
constexpr int FewVectors = 4;
constexpr int SeveralVectors = 8;
}

#endif
