#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_SPLINEDEGREES_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_SPLINEDEGREES_H

#include "Core/Space.h"
#include "Mesh/Nurbs/NurbsBasis.h"

#include <type_traits>

namespace trabecula
{
/// The degrees of a patch as kernels see them, here equal in all directions and known to the
/// compiler. Bricks are the boxes of elements that a team multiplies at a time: as many as fit into
/// shared memory a few times, with about 500 Gauss points.
template <int D, int P>
struct EqualDegrees
{
  static constexpr int Dimension = D;
  static constexpr int Most = P + 1;

  /// Functions of a span, which are as many as its Gauss points.
  TRABECULA_FUNCTION constexpr int functions(int direction) const
  {
    return direction < D ? P + 1 : 1;
  }
  /// Elements of a brick.
  TRABECULA_FUNCTION constexpr int brick(int direction) const
  {
    constexpr int plane[4][2] = { { 16, 8 }, { 8, 8 }, { 8, 4 }, { 4, 4 } };
    constexpr int solid[4][3] = { { 8, 4, 2 }, { 4, 2, 2 }, { 2, 2, 2 }, { 2, 2, 1 } };
    return direction >= D ? 1 : D == 2 ? plane[P - 1][direction % 2] : solid[P - 1][direction % 3];
  }
};

/// Degrees that differ between directions.
template <int D>
struct MixedDegrees
{
  static constexpr int Dimension = D;
  static constexpr int Most = bspline::MostFunctions;

  int functionsOf[3];

  TRABECULA_FUNCTION int functions(int direction) const { return this->functionsOf[direction]; }
  TRABECULA_FUNCTION constexpr int brick(int direction) const
  {
    constexpr int plane[3] = { 4, 4, 1 };
    constexpr int solid[3] = { 2, 2, 1 };
    return D == 2 ? plane[direction] : solid[direction];
  }
};

/// Calls body with the degrees of a patch.
template <class Body>
void withDegrees(int dimension, const int* p, const Body& body)
{
  const bool equal = p[0] == p[1] && (dimension == 2 || p[1] == p[2]);
  const auto choose = [&](auto constant)
  {
    constexpr int D = decltype(constant)::value;
    switch (equal ? p[0] : 0)
    {
      case 1:
        return body(EqualDegrees<D, 1>());
      case 2:
        return body(EqualDegrees<D, 2>());
      case 3:
        return body(EqualDegrees<D, 3>());
      case 4:
        return body(EqualDegrees<D, 4>());
      default:
        return body(MixedDegrees<D>{ { p[0] + 1, p[1] + 1, p[2] + 1 } });
    }
  };
  if (dimension == 2)
  {
    choose(std::integral_constant<int, 2>());
  }
  else
  {
    choose(std::integral_constant<int, 3>());
  }
}
}

#endif
