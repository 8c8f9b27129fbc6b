#ifndef TRABECULA_FILTERS_CADDESCRIPTION_H
#define TRABECULA_FILTERS_CADDESCRIPTION_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// The solids of a CAD file, their faces and their surface as triangles, as the program for CAD
/// files writes them. Lengths are in mm, or in the file's own unit if that is unknown.
struct CadDescription
{
  struct Solid
  {
    double volume = 0.0; ///< by the CAD kernel
    bool isClosed = false;
    std::string name = {};
  };
  struct Face
  {
    std::int64_t solid = 0;
    std::int64_t feature = 0; ///< the same for faces that form one cylinder
    double area = 0.0;
    std::array<double, 3> centre = {};
    std::array<double, 3> direction = {}; ///< outward normal or axis; 0 if there is none
    double radius = 0.0;
    double span = 0.0;     ///< angle that the feature of a cylinder covers around its axis, radian
    bool isInside = false; ///< of a round face: material is outside of it
    std::string kind = {};
    std::string name = {};
  };

  /// A face of the shape for a mesher: a face of a solid, or a part of one where solids touch.
  struct Piece
  {
    std::int64_t face = 0;
    std::int64_t solids = 0; ///< that it bounds: 1, or 2 where solids touch
    double area = 0.0;
    std::array<double, 3> centre = {};
  };

  std::string unit = {}; ///< of the file; empty if unknown
  std::vector<std::string> notes = {};
  std::vector<Solid> solids = {};
  std::vector<Face> faces = {};
  std::vector<std::array<double, 3>> points = {};
  std::vector<std::array<std::int64_t, 3>> triangles = {};
  std::vector<std::int64_t> faceOfTriangle = {};
  ///@{
  /// Of the shape for a mesher, in the order of its faces and solids; then there are no triangles.
  std::vector<Piece> pieces = {};
  std::vector<std::int64_t> solidOfShape = {};
  ///@}
};

/// @throws Error if the file is incomplete or not of this kind
CadDescription readCadDescription(const std::string& path);

/// Whether a face is part of a hole: a cylinder that goes all around its axis, inside the material.
bool isHole(const CadDescription::Face& face);

/// Multiplies all lengths, as for another unit.
void scaleLengths(CadDescription& body, double factor);

/// Words for a face, as "cylinder, radius 5, hole": a cylinder is a hole if its feature goes all
/// around, else it is concave, as in a fillet. @param scale of lengths
std::string wordsOf(const CadDescription::Face& face, double scale);
}

#endif
