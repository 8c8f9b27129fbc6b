#ifndef TRABECULA_FILTERS_ELASTICANALYSISWRITER_H
#define TRABECULA_FILTERS_ELASTICANALYSISWRITER_H

#include "Analysis/Static/StaticAnalysis.h"

#include "vtkSmartPointer.h"

class vtkDataSet;
class vtkTable;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// The solid cells with the fields of the analysis; see vtkElasticAnalysis for the arrays.
/// @param output of the same class
void writeElasticAnalysis(const StaticAnalysis& analysis, vtkDataSet* solid, vtkDataSet* output);

/// A row for each quantity and a column for each load case; see vtkElasticAnalysis.
void writeElasticSummary(
  const StaticAnalysis& analysis, const StaticProblem& problem, vtkTable* output);

/// The dataset if it is a grid, else a grid of its voxels, with its arrays.
vtkSmartPointer<vtkUnstructuredGrid> asGrid(vtkDataSet* data);

/// What the point array Displacement is to be multiplied by so that the longest vector is a part of
/// the diagonal of the bounding box; 1 where nothing moves.
double deformationScale(vtkDataSet* data, double part);

/// Moves the points of a grid by a scale times Displacement; the grid gets points of its own.
void deform(vtkUnstructuredGrid* grid, double scale);
}

#endif
