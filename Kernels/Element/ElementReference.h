#ifndef TRABECULA_ELEMENT_ELEMENTREFERENCE_H
#define TRABECULA_ELEMENT_ELEMENTREFERENCE_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula::reference
{
using Position = std::array<double, 3>;

/// Natural coordinates of the nodes of an element, in VTK's order.
std::vector<Position> naturalNodes(CellType type);

/// Values of all shape functions at a point, and their derivatives.
struct ShapeFunctions
{
  std::vector<double> values;
  std::vector<Position> derivatives; ///< in natural coordinates
};

/// Shape functions from their definition: the combinations of the element's monomials that are one
/// at their node and zero at the others.
ShapeFunctions shapeFunctions(CellType type, const Position& natural);

/// A quadrature point.
struct WeightedPoint
{
  Position natural;
  double weight;
};

/// The quadrature points of an element: 1 for TET4, 4 for TET10, 2 x 2 x 2 for HEX8, 3 x 3 x 3 for
/// HEX20.
std::vector<WeightedPoint> quadraturePoints(CellType type);

/// A square matrix, row after row; unknown 3 * node + component.
struct ElementMatrix
{
  std::size_t rows = 0;
  std::vector<double> entries;

  double operator()(std::size_t i, std::size_t j) const
  {
    return this->entries[this->rows * i + j];
  }
};

/// K = integral of B^T D B with the strain matrix B and the elasticity matrix D in Voigt's notation
/// (Hughes, The Finite Element Method, sections 2.9 and 3.9), for a Young's modulus of one.
ElementMatrix elementStiffness(
  CellType type, const std::vector<Position>& nodes, double poissonsRatio);

/// Volume by the same quadrature, length cubed.
double elementVolume(CellType type, const std::vector<Position>& nodes);

/// Positions of the nodes of one element of a mesh.
std::vector<Position> elementNodes(const Mesh& mesh, std::size_t element);
}

#endif
