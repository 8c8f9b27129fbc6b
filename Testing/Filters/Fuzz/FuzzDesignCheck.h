#ifndef TRABECULA_TESTING_FILTERS_FUZZDESIGNCHECK_H
#define TRABECULA_TESTING_FILTERS_FUZZDESIGNCHECK_H

#include <array>
#include <string>
#include <vector>

class vtkDataSet;
class vtkImageData;
class vtkTable;
class vtkUnstructuredGrid;

namespace trabecula::testing
{
/// An upper bound on a column of the convergence table.
struct DesignBound
{
  std::string column;
  double bound = 0.0;
};

/// What a plain look at a design finds. All of it is far enough from what is allowed that it has to
/// be said.
struct DesignFindings
{
  std::vector<std::string> faults;

  void add(const std::string& fault) { this->faults.push_back(fault); }
  std::string text() const;
};

/// Solid volume over volume, of cells with straight edges and an array Density.
double volumeFractionOf(vtkDataSet* design);

/// Adds what the table says of bounds, and of the objective against a start that meets them.
void checkTable(vtkTable* convergence, const std::string& objective,
  const std::vector<DesignBound>& bounds, DesignFindings& findings);

/// Adds loads that the material of cells does not carry to the supports: cells of a density of at
/// least that at which they have the volume of all densities, going from face to face. The design
/// has the point arrays Supports and those of the loads. A spring is no support.
void checkCells(
  vtkDataSet* design, const std::vector<std::string>& loads, DesignFindings& findings);

/// The same of the inside of a level set on a patch that is the box of an image with the
/// conditions, by samples on a lattice.
void checkLevelSet(vtkUnstructuredGrid* design, vtkImageData* image,
  const std::vector<std::string>& loads, DesignFindings& findings);
}

#endif
