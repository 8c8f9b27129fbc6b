#ifndef TRABECULA_CAD_CADPIECES_H
#define TRABECULA_CAD_CADPIECES_H

#include "CadBody.h"

#include <TopoDS_Compound.hxx>

#include <array>
#include <cstddef>
#include <vector>

/// A part of one or more faces, as a mesher sees it.
struct CadPiece
{
  std::size_t face = 0;   ///< number of the face of the body that it is from, the first of several
  std::size_t solids = 0; ///< that it bounds: 1, or 2 where solids touch
  double area = 0.0;
  std::array<double, 3> centre = {};
};

/// The solids of a body as one shape for a mesher: where solids touch, they have their faces in
/// common.
struct CadPieces
{
  TopoDS_Compound shape;
  std::vector<CadPiece> pieces; ///< in the order of the faces of the shape
  /// Number of the solid of the body for each solid of the shape, in their order.
  std::vector<std::size_t> solids;
};

/// Joins the solids of a body. @throws std::runtime_error if solids overlap
CadPieces piecesOf(const CadBody& body);

#endif
