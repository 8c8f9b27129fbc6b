/**
 * What vtkTopologyOptimize keeps between executions.
 */

#ifndef vtkTopologyOptimizeInternals_h
#define vtkTopologyOptimizeInternals_h

#include "InputStamp.h"
#include "LiveTopologyRun.h"
#include "ResultGeometry.h"
#include "TopologySession.h"
#include "vtkTopologyOptimize.h"

#include "vtkDataObject.h"
#include "vtkSmartPointer.h"

#include <memory>
#include <string>
#include <vector>

class vtkTopologyOptimize::vtkInternals
{
public:
  trabecula::filters::TopologySession Session;
  /// Of the session's problem, for outputs.
  trabecula::filters::ResultGeometry Geometry;
  /// What to fall back on when a new problem fails before its first iterate.
  vtkSmartPointer<vtkDataObject> LastOutputs[3];
  /// Shows it, unless the output has become another kind of dataset.
  void showLast(int port, vtkDataObject* output) const
  {
    if (this->LastOutputs[port] &&
      this->LastOutputs[port]->GetDataObjectType() == output->GetDataObjectType())
    {
      output->ShallowCopy(this->LastOutputs[port]);
    }
  }

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

  /// A plain run is computing right now.
  bool IsComputing = false;
  /// The user wants no more until something changes after this time.
  vtkMTimeType StoppedTime = 0;
  int LastStep = -1;

  bool LiveAllowed = false;
  /// While the filter is live; else null.
  std::unique_ptr<trabecula::filters::LiveTopologyRun> LiveRun;
  trabecula::filters::ResultGeometry LiveGeometry; ///< of its last problem
  bool NeedsUpdate = false;
  /// Time that was asked for while the run was busy. Asking for no other one means to look on.
  double LiveTime = 0.0;
  bool LooksOn = true;

  /// Of the live run if there is one, else of the session.
  const std::vector<trabecula::IterationRecord>& records() const
  {
    return this->LiveRun ? this->LiveRun->report().records : this->Session.records();
  }

  vtkSmartPointer<vtkDoubleArray> History;
  std::string Text; ///< what GetActivity() returned
  std::string Status = "Nothing computed yet.";
  std::vector<std::string> Messages;
};

#endif
