/**
 * What vtkTopologyOptimize keeps between executions.
 */

#ifndef vtkTopologyOptimizeInternals_h
#define vtkTopologyOptimizeInternals_h

#include "InputStamp.h"
#include "LiveRun.h"
#include "TopologyOutputWriter.h"
#include "vtkTopologyOptimize.h"

#include "Run/PlainRun.h"

#include "vtkDataObject.h"
#include "vtkSmartPointer.h"
#include "vtkStringArray.h"
#include "vtkUnstructuredGrid.h"

#include <memory>
#include <string>
#include <vector>

class vtkTopologyOptimize::vtkInternals
{
public:
  trabecula::PlainRun Session;
  /// Of the session's problem, for outputs.
  vtkSmartPointer<vtkUnstructuredGrid> Grid;
  trabecula::filters::TopologyRunDescription Description = trabecula::filters::describe({});
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

  /// A plain run is computing right now.
  bool IsComputing = false;
  /// The user wants no more until something changes after this time.
  vtkMTimeType StoppedTime = 0;
  int LastStep = -1;

  bool LiveAllowed = false;
  /// While the filter is live; else null.
  std::unique_ptr<trabecula::filters::LiveRun> LiveRun;
  vtkSmartPointer<vtkUnstructuredGrid> LiveGrid; ///< of its last problem
  bool NeedsUpdate = false;
  /// Time that was asked for while the run was busy. Asking for no other one means to look on.
  double LiveTime = 0.0;
  bool LooksOn = true;

  /// Of the live run if there is one, else of the session.
  const std::vector<trabecula::HistoryRow>& rows() const
  {
    return this->LiveRun ? this->LiveRun->report().rows : this->Session.run().rows();
  }
  const trabecula::HistoryColumns& columns() const
  {
    return this->LiveRun ? this->LiveRun->report().columns : this->Session.run().columns();
  }
  /// Of the last iterate; 0 if there is none, or no such column.
  double lastValue(const std::string& column) const
  {
    return this->rows().empty() ? 0.0 : valueOf(this->columns(), this->rows().back(), column);
  }
  /// Of the last iterate of a live run, null before the first; else of the session.
  const trabecula::filters::TopologyRunDescription* description() const
  {
    return this->LiveRun
      ? static_cast<const trabecula::filters::TopologyRunDescription*>(this->LiveRun->input())
      : &this->Description;
  }

  vtkSmartPointer<vtkDoubleArray> History;
  vtkSmartPointer<vtkStringArray> HistoryColumns;
  std::string Text; ///< what GetActivity() returned
  std::string Status = "Nothing computed yet.";
  std::vector<std::string> Messages;
};

#endif
