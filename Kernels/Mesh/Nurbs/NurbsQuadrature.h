#ifndef TRABECULA_MESH_NURBS_NURBSQUADRATURE_H
#define TRABECULA_MESH_NURBS_NURBSQUADRATURE_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Points, ascending, and weights of the Gauss-Legendre rule on [-1, 1] with any number of points.
struct GaussRule
{
  explicit GaussRule(int points);
  std::vector<double> places;
  std::vector<double> weights;
};

/**
 * The B-splines of one direction at a set of parameters, one after another.
 *
 * A Gauss point of a patch has the number element * perElement + local, where the local number of
 * point (a, b, c) is a + g1 (b + g2 c), g being the points in each direction.
 */
struct SplineTable
{
  int degree = 0;
  int perSpan = 0;                 ///< Gauss points of each span, span after span; 0 for others
  std::vector<double> places;      ///< parameters
  std::vector<double> weights;     ///< of Gauss points, in terms of the parameter; else empty
  std::vector<int> first;          ///< of each point: the first function that does not vanish
  std::vector<double> values;      ///< degree + 1 of each point
  std::vector<double> derivatives; ///< the same

  std::size_t size() const { return this->places.size(); }
};

/// The table at given parameters.
SplineTable tableAt(
  int degree, const std::vector<double>& knots, const std::vector<double>& places);

/// The table at the Gauss points of each span; one point for degree 0.
/// @param points in each span; 0 means degree + 1
SplineTable gaussTable(int degree, const std::vector<double>& knots, int points = 0);

/// The basis at the Gauss points of a patch.
struct GaussTables
{
  explicit GaussTables(const NurbsPatch& patch);
  /// Determinants of the Jacobian at the Gauss points of an element.
  void determinants(const NurbsPatch& patch, std::int64_t element, double* result) const;

  std::array<SplineTable, 3> tables;
};

/// Weight times determinant of the Jacobian at the Gauss points of a patch: length to the power of
/// its dimension.
std::vector<double> gaussMeasures(const NurbsPatch& patch);

/// Area or volume of a patch.
double measureOf(const NurbsPatch& patch);
/// Edge of the square or cube whose area or volume is the mean of those of elements, length.
double meanElementSize(const NurbsPatch& patch);
}

#endif
