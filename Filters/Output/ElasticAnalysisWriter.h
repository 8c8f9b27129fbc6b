#ifndef TRABECULA_FILTERS_ELASTICANALYSISWRITER_H
#define TRABECULA_FILTERS_ELASTICANALYSISWRITER_H

#include "Analysis/Static/StaticAnalysis.h"

#include "vtkSmartPointer.h"

class vtkDataSet;
class vtkTable;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// Writes the solid cells with the fields of the analysis; see vtkElasticAnalysis for the arrays.
/// @param output of the same class as the solid cells
void writeElasticAnalysis(const StaticAnalysis& analysis, vtkDataSet* solid, vtkDataSet* output);

/// Writes a row for each quantity and a column for each load case; see vtkElasticAnalysis.
/// @param massDensity 0 if it is unknown
void writeElasticSummary(const StaticAnalysis& analysis, const StaticProblem& problem,
  double massDensity, vtkTable* output);

/// Returns the dataset if it is a grid, else a grid of its voxels, with its arrays.
vtkSmartPointer<vtkUnstructuredGrid> asGrid(vtkDataSet* data);

/// Returns the factor by which the point array Displacement has to be multiplied so that the length
/// of the longest vector is a given fraction of the diagonal of the bounding box; 1 if all vectors
/// are zero.
double deformationScale(vtkDataSet* data, double part);

/// Moves the points of a grid by a multiple of a point array of three components; the grid gets its
/// own points.
void deform(vtkUnstructuredGrid* grid, double scale, const char* displacements = "Displacement");
}

#endif
