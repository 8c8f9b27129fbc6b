/**
 * State of vtkVoxelMicroFe between executions.
 */

#ifndef vtkVoxelMicroFeInternals_h
#define vtkVoxelMicroFeInternals_h

#include "vtkVoxelMicroFe.h"

#include "MicroFe/VoxelMicroFe.h"

#include <string>

class vtkVoxelMicroFe::vtkInternals
{
public:
  /// Of the last complete analysis.
  trabecula::VoxelMicroFeSummary Summary;
  std::string Device;
  int Analyses = 0;
};

#endif
