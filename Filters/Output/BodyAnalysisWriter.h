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
  std::string name; ///< name of its row in the table
  Mesh mesh;
  std::vector<double> solid; ///< solid fraction of each element
  ElasticAnalysis analysis;
  double yieldStress = 0.0; ///< 0 if unknown, as below
  double massDensity = 0.0;
};

/// Smallest solid fraction of the cells that the largest stress is taken over.
constexpr double LeastSolidForStress = 0.5;

/// Writes the cells with a nonzero solid fraction; see vtkBodyAnalysis for the arrays.
void writeBody(const AnalysedStructure& body, vtkUnstructuredGrid* output);

/// Writes a row for each structure and one for the ratio of the first to the second; see
/// vtkBodyAnalysis.
void writeComparison(
  const AnalysedStructure& body, const AnalysedStructure& field, vtkTable* output);

/// Adds the row and the column of the common analysis to the table of writeComparison().
void addCommonAnalysis(const BodyStiffness& common, vtkTable* table);

/// Returns a sentence on the common analysis that begins with a space; empty unless the analysis
/// was requested and has a result.
std::string textOf(const BodyStiffness& common, bool isAsked);

/// Returns the sum of solid fractions times volumes, length cubed.
double solidVolume(const AnalysedStructure& structure);
}

#endif
