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
/// One of the designs that are compared, on its own mesh.
struct ComparedDesign
{
  std::string name; ///< for messages
  std::string note; ///< a sentence on cells that were left out; empty if none was
  vtkSmartPointer<vtkUnstructuredGrid> grid;
  Mesh mesh;                   ///< mesh of the grid
  std::vector<double> volumes; ///< volume of each element that can be solid
  std::vector<double> density; ///< density of each element, 0 to 1
  /// Densities that the method analysed, if density is given by a level set; else empty.
  std::vector<double> analysedDensity;
  /// Fraction of each element that can be solid; empty if all elements are whole.
  std::vector<double> solidFractions;
  /// Whether the input has no densities, so that each element counts as 1.
  bool cellsAreSolid = false;
  double compliance = 0.0;  ///< from the field data of the input; NaN if there is none
  double massDensity = 0.0; ///< as the compliance
  OwnAnalysis own;          ///< the analysis that yielded this compliance
  /// Input of the common analysis of bodies; null if it was not requested.
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
  bool readBody = true; ///< whether the input of the common analysis is read
};

/// Reads a design.
/// @throws Error with the name of the design and its fault: no solid cells or unsupported cell
/// types, an image without edges, cells without volume, missing or invalid densities
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
