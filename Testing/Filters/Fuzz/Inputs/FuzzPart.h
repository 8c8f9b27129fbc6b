#ifndef TRABECULA_TESTING_FILTERS_FUZZPART_H
#define TRABECULA_TESTING_FILTERS_FUZZPART_H

#include "FuzzRandom.h"

#include "vtkImageData.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula::testing
{
enum class FuzzMethod
{
  Hexahedra,
  QuadraticHexahedra,
  Tetrahedra,
  QuadraticTetrahedra,
  Image,
  Meshfree,
  Plane,
  Solid ///< a patch
};

/// A part of voxels, from which the meshes of all methods are made.
struct FuzzPart
{
  FuzzMethod method = FuzzMethod::Hexahedra;
  std::array<int, 3> cells{};
  std::vector<char> isThere; ///< one per cell
  vtkSmartPointer<vtkImageData> image;
  std::vector<std::string> loads;
  std::string description;

  bool isMechanism = false;

  bool isPatch() const
  {
    return this->method == FuzzMethod::Plane || this->method == FuzzMethod::Solid;
  }
  bool isPlane() const { return this->method == FuzzMethod::Plane; }
  std::size_t cell(int i, int j, int k) const
  {
    return static_cast<std::size_t>(i + this->cells[0] * (j + this->cells[1] * k));
  }
};

/// Makes a box, an L or a box with a hole, without conditions.
FuzzPart makeFuzzPart(FuzzRandom& random);

/// Adds supports on one side and loads on others.
void addPartConditions(FuzzPart& part, FuzzRandom& random);

/// Returns hexahedra or tetrahedra, depending on the method, with the arrays of the part's image.
vtkSmartPointer<vtkUnstructuredGrid> gridOfPart(const FuzzPart& part);

/// Hides the missing cells in the part's image.
void hideAbsentCells(const FuzzPart& part);
}

#endif
