/**
 * What vtkTopologyOptimize keeps between executions.
 */

#ifndef vtkTopologyOptimizeInternals_h
#define vtkTopologyOptimizeInternals_h

#include "InputStamp.h"
#include "TopologySession.h"
#include "vtkTopologyOptimize.h"

#include "vtkDataObject.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <string>
#include <vector>

class vtkTopologyOptimize::vtkInternals
{
public:
  trabecula::filters::TopologySession Session;
  /// Of the session's problem, for outputs.
  vtkSmartPointer<vtkUnstructuredGrid> Grid;
  /// What to fall back on when a new problem fails before its first iterate.
  vtkSmartPointer<vtkDataObject> LastOutputs[3];

  /// What the present session, or the failure to make one, was made of.
  trabecula::filters::InputStamp CheckedInput;
  vtkMTimeType CheckedParameterTime = 0;
  bool IsChecked = false;
  /// An error has been reported and nothing that could help has changed since.
  bool Failed = false;
  /// Class of the input if it is composite, else empty.
  std::string CompositeInput;
  /// A composite input has been refused and the filter not modified since.
  vtkMTimeType RefusedTime = 0;

  /// The user wants no more until something changes after this time.
  vtkMTimeType StoppedTime = 0;
  int LastStep = -1;

  std::string Status = "Nothing computed yet.";
  std::vector<std::string> Messages;
};

#endif
