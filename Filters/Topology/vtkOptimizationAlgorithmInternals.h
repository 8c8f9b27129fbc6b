/**
 * What vtkOptimizationAlgorithm keeps between executions.
 */

#ifndef vtkOptimizationAlgorithmInternals_h
#define vtkOptimizationAlgorithmInternals_h

#include "LiveTopologyRun.h"
#include "ShownIterate.h"
#include "TopologySession.h"
#include "vtkOptimizationAlgorithm.h"

#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <memory>
#include <string>
#include <vector>

class vtkOptimizationAlgorithm::vtkInternals
{
public:
  trabecula::filters::TopologySession Session;
  /// Of the session's problem, for outputs.
  vtkSmartPointer<vtkUnstructuredGrid> Grid;
  /// What to fall back on when a new problem fails before its first iterate.
  vtkSmartPointer<vtkDataObject> LastOutputs[3];

  /// An error has been reported and nothing that could help has changed since.
  bool Failed = false;
  /// A plain run is computing right now.
  bool IsComputing = false;
  /// The user wants no more until something changes after this time.
  vtkMTimeType StoppedTime = 0;
  int LastStep = -1;

  bool LiveAllowed = false;
  /// While the filter is live; else null.
  std::unique_ptr<trabecula::filters::LiveTopologyRun> LiveRun;
  vtkSmartPointer<vtkUnstructuredGrid> LiveGrid; ///< of its last problem
  bool NeedsUpdate = false;
  /// Time that was asked for while the run was busy. Asking for no other one means to look on.
  double LiveTime = 0.0;
  bool LooksOn = true;

  vtkSmartPointer<vtkDoubleArray> History;
  std::string Text; ///< what GetActivity() returned
  std::vector<std::string> Messages;
};

#endif
