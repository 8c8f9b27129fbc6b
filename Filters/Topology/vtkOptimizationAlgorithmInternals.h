/**
 * What vtkOptimizationAlgorithm keeps between executions.
 */

#ifndef vtkOptimizationAlgorithmInternals_h
#define vtkOptimizationAlgorithmInternals_h

#include "LiveRun.h"
#include "ShownIterate.h"
#include "vtkOptimizationAlgorithm.h"

#include "Run/PlainRun.h"

#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"
#include "vtkStringArray.h"

#include <memory>
#include <string>
#include <vector>

class vtkOptimizationAlgorithm::vtkInternals
{
public:
  trabecula::PlainRun Session;
  /// What its problem was made of; null before the first.
  std::shared_ptr<trabecula::filters::RunInput> Input;
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
  std::unique_ptr<trabecula::filters::LiveRun> LiveRun;
  trabecula::filters::ResultGeometry LiveGeometry; ///< of its last problem
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

  vtkSmartPointer<vtkDoubleArray> History;
  vtkSmartPointer<vtkStringArray> HistoryColumns;
  std::string Text; ///< what GetActivity() returned
  std::vector<std::string> Messages;
};

#endif
