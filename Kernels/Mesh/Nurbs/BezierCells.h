#ifndef TRABECULA_MESH_NURBS_BEZIERCELLS_H
#define TRABECULA_MESH_NURBS_BEZIERCELLS_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * All or some elements of a patch in Bezier form: rational polynomials in the Bernstein basis, as
 * made by BezierExtraction.
 *
 * Each control point has a lattice point: the image, in a cell of the point, of the parameters
 * index / degree. On a common side of two cells the map depends on the points of the side alone, so
 * that the lattice point is the same for both.
 */
struct BezierCells
{
  int dimension = 3; ///< 2 or 3
  /// Degrees of each cell in each direction, at least 1; 0 in directions beyond the dimension.
  std::vector<std::array<int, 3>> degrees;
  /// Begin of the points of each cell; one more than there are cells.
  std::vector<std::int64_t> offsets = { 0 };
  std::vector<std::int64_t> points; ///< of each cell, the first direction fastest
  std::vector<double> coordinates;  ///< 3 per point, length
  std::vector<double> weights;      ///< one per point, > 0

  std::size_t size() const { return this->degrees.size(); }
  std::size_t numberOfPoints() const { return this->weights.size(); }
};

/// The Bernstein polynomials at intervals + 1 equidistant parameters from 0 to 1: degree + 1 values
/// for each.
std::vector<double> bernsteinTable(int degree, int intervals);

/**
 * A field at equidistant places of a cell, the first direction fastest.
 *
 * @param values Bezier coefficients, components for each point
 * @param intervals in each direction; 0 beyond the dimension
 * @param result components for each place; resized
 */
void sampleCell(const BezierCells& cells, std::size_t cell, const std::vector<double>& values,
  std::size_t components, const std::array<int, 3>& intervals, std::vector<double>& result);

/// A field at the lattice point of each point; points without cell keep their coefficients.
/// @param values Bezier coefficients, components for each point
std::vector<double> valuesAtLattice(
  const BezierCells& cells, const std::vector<double>& values, std::size_t components);

/// Hexahedra between lattice points.
struct SubdividedCells
{
  Mesh mesh;
  /// Cell of each hexahedron; those of a cell are consecutive, the first direction fastest.
  std::vector<std::int64_t> cells;
};

/**
 * Divides each cell at its lattice points into as many hexahedra in each direction as its degree.
 * Nodes have the numbers of points. In two dimensions there is one layer of hexahedra: the node of
 * a point at z, and one at z + thickness with a number that is larger by the number of points.
 *
 * @throws Error if there are more hexahedra or nodes than 32-bit numbers
 */
SubdividedCells subdivide(const BezierCells& cells, double thickness = 1.0);
}

#endif
