#ifndef TRABECULA_FILTERS_BODYANALYSISWRITER_H
#define TRABECULA_FILTERS_BODYANALYSISWRITER_H

#include "Analysis/Body/BodyStiffness.h"
#include "Analysis/ElasticAnalysis.h"

#include <string>
#include <vector>

class vtkTable;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// An analysis and its mesh.
struct AnalysedStructure
{
  std::string name; ///< of its row in the table
  Mesh mesh;
  std::vector<double> solid; ///< solid fraction of each element
  ElasticAnalysis analysis;
};

/// Smallest solid fraction of cells for the largest stress.
constexpr double LeastSolidForStress = 0.5;

/// The cells with a nonzero solid fraction; see vtkBodyAnalysis for the arrays.
void writeBody(const AnalysedStructure& body, vtkUnstructuredGrid* output);

/// A row for each structure and one for the first over the second; see vtkBodyAnalysis.
void writeComparison(
  const AnalysedStructure& body, const AnalysedStructure& field, vtkTable* output);

/// Adds the row and the column of the common analysis to the table of writeComparison().
void addCommonAnalysis(const BodyStiffness& common, vtkTable* table);

/// A sentence on the common analysis after a space; empty unless it was asked for and has a result.
std::string textOf(const BodyStiffness& common, bool isAsked);

/// Sum of solid fractions times volumes, length cubed.
double solidVolume(const AnalysedStructure& structure);
}

#endif
