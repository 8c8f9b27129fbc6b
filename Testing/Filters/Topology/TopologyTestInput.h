#ifndef TRABECULA_TESTING_FILTERS_TOPOLOGYTESTINPUT_H
#define TRABECULA_TESTING_FILTERS_TOPOLOGYTESTINPUT_H

#include "Optimization/TopologyProblem.h"

#include "vtkCallbackCommand.h"
#include "vtkCommand.h"
#include "vtkDataSet.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkSmartPointer.h"
#include "vtkTopologyOptimize.h"
#include "vtkUnstructuredGrid.h"

#include <string>
#include <vector>

namespace trabecula::testing
{
/// Returns a 6 x 3 x 3 cantilever of unit cubes: x = 0 held, a unit force in -z on each node of the
/// edge x = 6, z = 0. It is small, so that a run takes milliseconds.
vtkSmartPointer<vtkUnstructuredGrid> hexahedra();
/// Returns the same cantilever of VTK_VOXEL cells.
vtkSmartPointer<vtkUnstructuredGrid> voxels();
/// Returns the same cantilever as image data, whose points and cells have the same indices.
vtkSmartPointer<vtkImageData> image();

/// Returns the same problem as one of the library, made without VTK; its settings are the defaults
/// of the filter.
TopologyProblem problem();

/// Returns a cantilever of any number of unit voxels: x = 0 held, a unit force in -z on each other
/// node of its top.
vtkSmartPointer<vtkImageData> largeImage(int nx, int ny, int nz);

/// Adds a point array of three components, or changes it.
void setPointArray(vtkDataSet* data, const char* name, const std::vector<double>& values);
void setCellArray(vtkDataSet* data, const char* name, const std::vector<double>& values);
/// Returns nodal forces for the input above, in another direction.
std::vector<double> edgeForces(int component, double value);

vtkSmartPointer<vtkTopologyOptimize> filterOf(vtkDataSet* data);
/// Returns the filter after some iterations, with the last design and the convergence table.
vtkSmartPointer<vtkTopologyOptimize> run(vtkDataSet* data, int iterations = 3);

/// Observes and counts the errors, or warnings, of an algorithm and its executive, so that they do
/// not appear in the output of the test.
class Errors
{
public:
  explicit Errors(vtkAlgorithm* algorithm, unsigned long event = vtkCommand::ErrorEvent);
  ~Errors();
  Errors(const Errors&) = delete;
  Errors& operator=(const Errors&) = delete;

  int count() const;
  const std::string& text() const;
  void clear();

private:
  class Listener;
  vtkSmartPointer<Listener> Heard;
  vtkAlgorithm* Algorithm;
};

/// Records progress, and stops the filter when its progress text begins with the given text, unless
/// that is empty.
class Watcher
{
public:
  Watcher(vtkAlgorithm* filter, std::string stopAt);

  std::vector<double> Progress;
  std::vector<std::string> Texts;
  std::string StopAt;

private:
  void notice(vtkAlgorithm* filter);

  vtkNew<vtkCallbackCommand> Command;
};

bool contains(const std::string& text, const std::string& part);

std::vector<double> cellValues(vtkDataSet* data, const char* name);
std::vector<double> pointValues(vtkDataSet* data, const char* name);
std::vector<double> density(vtkOptimizationAlgorithm* filter, int port);
/// Returns the iteration that an output of the filter shows; -1 if it is empty.
int iterationShown(vtkOptimizationAlgorithm* filter, int port);
/// Returns a column of the convergence table.
std::vector<double> column(vtkOptimizationAlgorithm* filter, const char* name);

/// Returns the largest |a - b|; infinite if sizes differ, if both are empty, or if a value is NaN.
double difference(const std::vector<double>& a, const std::vector<double>& b);
}

#endif
