/**
 * State of vtkVoxelMicroFe between executions.
 */

#ifndef vtkVoxelMicroFeInternals_h
#define vtkVoxelMicroFeInternals_h

#include "vtkVoxelMicroFe.h"

#include "MicroFe/VoxelMicroFe.h"

#include <limits>
#include <string>

class vtkVoxelMicroFe::vtkInternals
{
public:
  /// Results of the last complete analysis.
  trabecula::VoxelMicroFeSummary Summary;
  std::string Device;
  double Threshold = std::numeric_limits<double>::quiet_NaN();
  int Analyses = 0;
};

#endif
