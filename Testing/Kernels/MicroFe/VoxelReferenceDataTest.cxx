// Tests of voxel micro-FE against results of FAIM and ParOSol for inputs that are not part of the
// project.

#include "Support/ReferenceData.h"
#include "Support/Spaces.h"

#include "MicroFe/VoxelMicroFe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iostream>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Relative tolerance on totals, for the digits that the other programs print.
constexpr double Tolerance = 5e-4;

class VoxelReferenceData : public OnDevice
{
protected:
  /// Returns the path of a file in the folder; empty if it does not exist.
  static std::string path(const std::string& name)
  {
    const std::string result = referenceDataFolder() + "/" + name;
    return !referenceDataFolder().empty() && std::ifstream(result) ? result : std::string();
  }

  std::unique_ptr<VoxelMicroFe> solved(const VoxelMicroFeProblem& problem)
  {
    auto analysis = std::make_unique<VoxelMicroFe>(problem, this->Used, this->Silent);
    EXPECT_TRUE(analysis->solve(this->Silent));
    const VoxelMicroFeSummary& s = analysis->summary();
    std::cout << s.numberOfElements << " elements, " << s.numberOfNodes << " nodes, "
              << s.solverIterations << " iterations to " << s.residual << ", set-up "
              << s.setupSeconds << " s, solve " << s.solveSeconds << " s, fields "
              << s.fieldsSeconds << " s, "
              << static_cast<double>(s.peakDeviceMemory) / (3.0 * double(s.numberOfNodes))
              << " B/dof\n";
    std::cout.precision(9);
    std::cout << "reaction " << s.reactionForce[2] << ", stiffness " << s.stiffness
              << ", Pistoia factor " << s.pistoiaFactor << ", failure load " << s.failureLoad
              << ", work " << s.externalWork << ", largest component "
              << s.largestDisplacementComponent << '\n';
    return analysis;
  }

  static void expectNear(double value, double expected)
  {
    EXPECT_NEAR(value, expected, Tolerance * std::abs(expected));
  }

  Observer Silent;
};
TRABECULA_ON_EVERY_DEVICE(VoxelReferenceData);

TEST_P(VoxelReferenceData, BoneCompressedAsByFaim)
{
  const std::string file = path("test25a.nii");
  if (file.empty())
  {
    GTEST_SKIP() << "TRABECULA_REFERENCE_DATA does not name a folder with test25a.nii.";
  }
  VoxelMicroFeProblem problem;
  problem.image = readNifti(file, 6829.0);
  problem.box = TestBox::Image;
  problem.tolerance = 1e-8;
  const auto analysis = this->solved(problem);
  const VoxelMicroFeSummary& s = analysis->summary();
  expectNear(s.reactionForce[2], -10.190);
  expectNear(s.stiffness, 1198.8);
  expectNear(s.pistoiaFactor, 0.48838);
  expectNear(s.failureLoad, -4.9765);
}

TEST_P(VoxelReferenceData, ParosolsL)
{
  const std::string file = path("L.h5");
  if (file.empty() || !readsParosol())
  {
    GTEST_SKIP()
      << "TRABECULA_REFERENCE_DATA does not name a folder with L.h5, or HDF5 is missing.";
  }
  const auto analysis = this->solved(readParosol(file));
  const VoxelMicroFeSummary& s = analysis->summary();
  EXPECT_EQ(s.numberOfElements, 131072);
  EXPECT_EQ(s.numberOfNodes, 140481);
  expectNear(s.externalWork, 2.21284836e-05);
  expectNear(s.strainEnergy, 2.21284836e-05);
  expectNear(s.largestDisplacementComponent, 0.1102066);
}

TEST_P(VoxelReferenceData, ParosolsSphere)
{
  const std::string file = path("sphere.h5");
  if (file.empty() || !readsParosol())
  {
    GTEST_SKIP()
      << "TRABECULA_REFERENCE_DATA does not name a folder with sphere.h5, or HDF5 is missing.";
  }
  const auto analysis = this->solved(readParosol(file));
  const VoxelMicroFeSummary& s = analysis->summary();
  EXPECT_EQ(s.numberOfElements, 457428);
  EXPECT_EQ(s.numberOfNodes, 486800);
  expectNear(s.externalWork, 1.56190908e-03);
  expectNear(s.strainEnergy, 1.56190908e-03);
}
}
