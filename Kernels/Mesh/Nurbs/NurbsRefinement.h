#ifndef TRABECULA_MESH_NURBS_NURBSREFINEMENT_H
#define TRABECULA_MESH_NURBS_NURBSREFINEMENT_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <vector>

namespace trabecula
{
/**
 * The same geometry in a richer space, with uniform spans in each direction: homogeneous
 * coordinates are interpolated at the Greville points of the new space, which reproduces them
 * exactly.
 *
 * @param degrees, elements of each direction; those beyond the dimension have no effect
 * @throws Error unless the new space contains the old one: no degree may decrease, interior knots
 * must be kept, and a degree may increase only in directions without interior knots
 */
NurbsPatch refine(
  const NurbsPatch& patch, const std::array<int, 3>& degrees, const std::array<int, 3>& elements);

/// The same geometry with further simple knots in one direction (Boehm 1980).
/// @param knots ascending, inside of (0, 1) @throws Error if one of them is in the patch already
NurbsPatch insertKnots(const NurbsPatch& patch, int direction, const std::vector<double>& knots);

/// The same geometry with each span halved in each direction.
NurbsPatch halveSpans(const NurbsPatch& patch);

/**
 * The banded collocation matrix of a B-spline space at as many points as functions, such as
 * Greville points, where function i must not vanish at point i. It is factorized without pivoting,
 * which is stable as the matrix is totally positive (de Boor and Pinkus 1977).
 */
class SplineCollocation
{
public:
  SplineCollocation(
    int degree, const std::vector<double>& knots, const std::vector<double>& places);

  int size() const { return this->Size; }
  /// Entries left and right of the diagonal.
  int bandwidth() const { return this->Bandwidth; }
  /// LU factors in rows of 2 bandwidth + 1 entries, the diagonal in the middle: L left of it, with
  /// ones on the diagonal that are not stored, and U.
  const std::vector<double>& factors() const { return this->Factors; }
  /// Solves in place. @param stride between unknowns
  void solve(double* values, std::ptrdiff_t stride) const;

private:
  int Size;
  int Bandwidth;
  std::vector<double> Factors;
};
}

#endif
