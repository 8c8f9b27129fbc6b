#ifndef TRABECULA_TESTING_KERNELS_VOXELMICROFEONDEVICE_H
#define TRABECULA_TESTING_KERNELS_VOXELMICROFEONDEVICE_H

#include "Support/Random.h"
#include "Support/Spaces.h"

#include "MicroFe/VoxelMicroFe.h"

#include <memory>
#include <string>
#include <vector>

namespace trabecula::testing
{
/// An observer that stores all that it receives.
class Listener : public Observer
{
public:
  void message(const std::string& text) override { this->Messages.push_back(text); }
  bool stopRequested() override { return this->Stop; }

  std::vector<std::string> Messages;
  bool Stop = false;
};

class VoxelMicroFeOnDevice : public OnDevice
{
protected:
  std::unique_ptr<VoxelMicroFe> solved(const VoxelMicroFeProblem& problem)
  {
    auto analysis = std::make_unique<VoxelMicroFe>(problem, this->Used, this->Silent);
    EXPECT_TRUE(analysis->solve(this->Silent));
    EXPECT_TRUE(analysis->summary().converged);
    EXPECT_LE(analysis->summary().peakDeviceMemory, estimateDeviceMemory(problem));
    return analysis;
  }

  Listener Silent;
};
/// Returns a small porous sample with random moduli under random loads.
VoxelMicroFeProblem porousProblem(Random& random);

/// Compares fields with the expected ones, for moduli near 1.
void expectFields(const VoxelMicroFeSolution& s, const VoxelMicroFeSolution& expected);

void expectSummary(const VoxelMicroFeProblem& problem, const VoxelMicroFeSummary& s,
  const VoxelMicroFeSummary& expected);

/// Compares the quantities that depend on the strain of a single element.
void expectStrength(const VoxelMicroFeSummary& s, const VoxelMicroFeSummary& expected);

/// Compares all results with those of the reference.
/// @param oneVoxel whether there is a single voxel, whose centroid may be unstrained
void expectReference(
  const VoxelMicroFeProblem& problem, const VoxelMicroFe& analysis, bool oneVoxel = false);
}

#endif
