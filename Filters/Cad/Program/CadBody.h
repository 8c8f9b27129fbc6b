#ifndef TRABECULA_CAD_CADBODY_H
#define TRABECULA_CAD_CADBODY_H

#include "CadFile.h"

#include <TopoDS_Face.hxx>
#include <TopoDS_Solid.hxx>

#include <array>
#include <string>
#include <vector>

/// What is done with several solids.
enum class SolidChoice
{
  Separate, ///< all, as they are
  Unite,    ///< one body without the faces between them
  One       ///< that of a number
};

struct CadSolid
{
  TopoDS_Solid shape;
  std::string name;
  double volume = 0.0; ///< by the CAD kernel
};

struct CadFace
{
  TopoDS_Face shape;
  std::size_t solid = 0;
  std::string kind; ///< plane, cylinder, cone, sphere, torus or free form
  std::string name;
  double area = 0.0;
  std::array<double, 3> centre = {};
  std::array<double, 3> direction = {}; ///< outward normal of a plane, else the axis; 0 if none
  double radius = 0.0;                  ///< of a cylinder or sphere, the larger of a torus
  bool isInside = false;                ///< of a round face: material is outside of it, as of holes
  double span = 0.0;       ///< angle that a cylinder's feature covers around its axis, radian
  std::size_t feature = 0; ///< the same for faces of a cylinder in halves; from 0
};

/// The solids of a file with their faces, in the order of their numbers.
struct CadBody
{
  std::vector<CadSolid> solids;
  std::vector<CadFace> faces;
  std::vector<std::string> notes; ///< what was mended, a sentence each
};

/// Mends invalid shapes, sews faces to solids if there are none, and describes what there is.
/// @param solid number from 0 for SolidChoice::One
/// @throws std::runtime_error if there is no solid, or not that one
CadBody bodyOf(const CadFile& file, SolidChoice choice, std::size_t solid);

#endif
