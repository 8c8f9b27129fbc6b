#ifndef TRABECULA_TESTING_FILTERS_TOPOLOGYPIPELINEFIXTURE_H
#define TRABECULA_TESTING_FILTERS_TOPOLOGYPIPELINEFIXTURE_H

#include "TopologyTestInput.h"

#include "Optimization/TopologyOptimizer.h"

#include <vector>

/// A run of some iterations, as the pipeline requests it port by port.
namespace trabecula::testing
{
constexpr int Iterations = vtkTopologyOptimize::ITERATIONS;
constexpr int FinalDesign = vtkTopologyOptimize::FINAL_DESIGN;
constexpr int Convergence = vtkTopologyOptimize::CONVERGENCE;
constexpr int Steps = 8;

vtkSmartPointer<vtkTopologyOptimize> makeFilter();

/// Results of the library without a filter.
struct Expected
{
  std::vector<IterationRecord> Records;
  std::vector<std::vector<double>> Densities;
  std::vector<std::vector<double>> Displacements;
  std::vector<std::vector<double>> StrainEnergyDensities;
};
const Expected& expected();

/// Updates a port like a consumer of that port, at a time or, if it is negative, without one.
void update(vtkTopologyOptimize* filter, int port, double time = -1.0);

/// Expects a port to show an iteration as computed by the library.
void expectIterate(vtkTopologyOptimize* filter, int port, int number);
}

#endif
