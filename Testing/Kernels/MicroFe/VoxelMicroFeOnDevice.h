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
/// Keeps what it is told.
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
/// A small porous sample of random material, under random loads.
VoxelMicroFeProblem porousProblem(Random& random);

/// Fields of material with moduli near 1.
void expectFields(const VoxelMicroFeSolution& s, const VoxelMicroFeSolution& expected);

void expectSummary(const VoxelMicroFeProblem& problem, const VoxelMicroFeSummary& s,
  const VoxelMicroFeSummary& expected);

/// What depends on the strain of a single element.
void expectStrength(const VoxelMicroFeSummary& s, const VoxelMicroFeSummary& expected);

/// Everything that is computed, against the reference.
/// @param oneVoxel whose centroid may be unstrained
void expectReference(
  const VoxelMicroFeProblem& problem, const VoxelMicroFe& analysis, bool oneVoxel = false);
}

#endif
