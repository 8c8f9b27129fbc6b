#ifndef TRABECULA_FILTERS_COMPAREDDESIGN_H
#define TRABECULA_FILTERS_COMPAREDDESIGN_H

#include "DesignBody.h"
#include "OwnAnalysis.h"

#include "Mesh/Mesh.h"

#include "vtkSmartPointer.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

class vtkDataSet;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// One of the results that are compared, on its own mesh.
struct ComparedDesign
{
  std::string name; ///< for messages
  std::string note; ///< on cells that were left out; empty if none was
  vtkSmartPointer<vtkUnstructuredGrid> grid;
  Mesh mesh;                   ///< the grid's
  std::vector<double> volumes; ///< of what can be solid of the elements
  std::vector<double> density; ///< of the elements, 0 to 1
  /// Densities that the method analysed, where density is by a level set; else empty.
  std::vector<double> analysedDensity;
  std::vector<double> solidFractions; ///< what can be solid of the elements; empty for all of them
  bool cellsAreSolid = false;         ///< the input has no densities: each element counts as 1
  double compliance = 0.0;            ///< of the input's field data; NaN if it has none
  OwnAnalysis own;                    ///< which that compliance is of
  /// For the common analysis of bodies; null if it was not asked for.
  std::shared_ptr<const DesignBody> body;

  const std::vector<double>& analysed() const
  {
    return this->analysedDensity.empty() ? this->density : this->analysedDensity;
  }
  double solidFraction(std::size_t element) const
  {
    return this->solidFractions.empty() ? 1.0 : this->solidFractions[element];
  }
};

/// Settings of readDesign().
struct ComparedDesignSettings
{
  std::string densityArray;
  /// The cells of unstructured grids without the array are taken as solid.
  bool cellsWithoutDensityAreSolid = true;
  bool readBody = true; ///< what the common analysis needs
};

/// @throws Error naming the design and what is wrong with it: no solid cells or some of types that
/// are not supported, an image without edges, cells without volume, missing or invalid densities
ComparedDesign readDesign(
  vtkDataSet* input, const std::string& name, const ComparedDesignSettings& settings);

/// Volume of all elements, and sum of analysed density times volume.
double meshVolume(const ComparedDesign& design);
double materialVolume(const ComparedDesign& design);
/// Volume of the elements whose density is at least the threshold.
double solidVolume(const ComparedDesign& design, double threshold);

/// 4 times the mean of analysed density (1 - density) over the volume, from 0 for a design of solid
/// and void to 1 for one of density 1/2: the measure of non-discreteness of O. Sigmund,
/// "Morphology-based black and white filters for topology optimization" (2007), there in per cent.
double greyness(const ComparedDesign& design);
}

#endif
