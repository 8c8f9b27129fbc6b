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

/// Faults that an independent check finds in a design. They exceed what is allowed by enough that
/// the filter has to report them.
struct DesignFindings
{
  std::vector<std::string> faults;

  void add(const std::string& fault) { this->faults.push_back(fault); }
  std::string text() const;
};

/// Returns the solid volume relative to the volume, for cells with straight edges and an array
/// Density.
double volumeFractionOf(vtkDataSet* design);

/// Adds violations of bounds in the table, and an objective that is worse than that of a feasible
/// start.
void checkTable(vtkTable* convergence, const std::string& objective,
  const std::vector<DesignBound>& bounds, DesignFindings& findings);

/// Adds loads that the material of cells does not carry to the supports. Material is where the
/// density is at least the threshold at which it has the volume of all densities, and is connected
/// through faces. The design has the point arrays Supports and those of the loads. A spring is not
/// a support.
void checkCells(
  vtkDataSet* design, const std::vector<std::string>& loads, DesignFindings& findings);

/// Adds loads that the inside of a level set does not carry, by samples on a lattice. The patch is
/// the box of an image with the conditions.
void checkLevelSet(vtkUnstructuredGrid* design, vtkImageData* image,
  const std::vector<std::string>& loads, DesignFindings& findings);
}

#endif
