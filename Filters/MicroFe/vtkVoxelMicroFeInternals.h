/**
 * What vtkVoxelMicroFe keeps between executions.
 */

#ifndef vtkVoxelMicroFeInternals_h
#define vtkVoxelMicroFeInternals_h

#include "InputStamp.h"
#include "vtkVoxelMicroFe.h"

#include "MicroFe/VoxelMicroFe.h"

#include "vtkDataObject.h"
#include "vtkSmartPointer.h"

#include <string>

class vtkVoxelMicroFe::vtkInternals
{
public:
  static constexpr int NumberOfPorts = 3;

  /// Of the last complete analysis.
  vtkSmartPointer<vtkDataObject> Results[NumberOfPorts];
  trabecula::VoxelMicroFeSummary Summary;
  std::string Device;
  int Analyses = 0;

  /// What the last analysis, or the failure or stop of one, was of.
  trabecula::filters::InputStamp Input;
  vtkMTimeType ParameterTime = 0;
  bool IsSettled = false;

  /// Class of the input if it is composite, else empty.
  std::string CompositeInput;
  /// A composite input has been refused and the filter not modified since.
  vtkMTimeType RefusedTime = 0;

  std::string Status = "Nothing computed yet.";
};

#endif
