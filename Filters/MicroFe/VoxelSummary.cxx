#include "VoxelSummary.h"

#include "Core/Communication/Devices.h"
#include "TensorComponents.h"

#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace trabecula::filters
{
namespace
{
void addApparentStiffness(const ApparentStiffness& apparent, std::vector<Quantity>& result)
{
  const char* const directions[3] = { "X", "Y", "Z" };
  const char* const planes[3] = { "XY", "YZ", "XZ" };
  const char* const ratios[3] = { "XY", "YZ", "XZ" };
  const std::array<double, 3>& nu = apparent.poissonsRatio; // nu12, nu23, nu13
  for (int d = 0; d < 3; ++d)
  {
    result.push_back(
      { std::string("YoungsModulus") + directions[d], apparent.youngsModulus[d], "force / area" });
  }
  for (int d = 0; d < 3; ++d)
  {
    result.push_back(
      { std::string("ShearModulus") + planes[d], apparent.shearModulus[d], "force / area" });
  }
  for (int d = 0; d < 3; ++d)
  {
    result.push_back({ std::string("PoissonsRatio") + ratios[d], nu[d], "-" });
  }
  result.push_back({ "OrthotropyError", apparent.orthotropyError, "-" });
  for (int i = 0; i < 6; ++i)
  {
    for (int j = i; j < 6; ++j)
    {
      result.push_back({ std::string("C_") + TensorComponents[i] + "_" + TensorComponents[j],
        apparent.stiffness[6 * i + j], "force / area" });
    }
  }
}
}

std::vector<Quantity> summarize(const VoxelMicroFe& analysis, const VoxelMicroFeSettings& settings)
{
  const MechanicalTest test = settings.test;
  const VoxelMicroFeSummary& s = analysis.summary();
  const bool turns = test == MechanicalTest::Bending || test == MechanicalTest::Torsion;
  const bool isHost = analysis.device().space == ExecutionSpace::Host;
  constexpr double NotDefined = std::numeric_limits<double>::quiet_NaN();
  const auto count = [](std::int64_t number) { return static_cast<double>(number); };
  std::vector<Quantity> result = {
    { "Stiffness", s.stiffness, turns ? "force length" : "force / length" },
    { "ApparentModulus", s.apparentModulus, "force / area" },
    { "FailureLoad", s.failureLoad, turns ? "force length" : "force" },
    { "PistoiaFactor", s.pistoiaFactor, "-" },
    // The fraction CriticalVolume of the bone exceeds this strain.
    { "CriticalVolumeStrain", settings.criticalStrain / s.pistoiaFactor, "-" },
    { "ReactionForceX", s.reactionForce[0], "force" },
    { "ReactionForceY", s.reactionForce[1], "force" },
    { "ReactionForceZ", s.reactionForce[2], "force" },
    { "ReactionMomentX", s.reactionMoment[0], "force length" },
    { "ReactionMomentY", s.reactionMoment[1], "force length" },
    { "ReactionMomentZ", s.reactionMoment[2], "force length" },
    { "VolumeFraction", s.volumeFraction, "-" },
    { "BoneVolume", s.boneVolume, "volume" },
    { "BoxVolume", s.boxVolume, "volume" },
    { "StrainEnergy", s.strainEnergy, "energy" },
    { "ExternalWork", s.externalWork, "energy" },
    { "LargestDisplacement", s.largestDisplacement, "length" },
    { "LargestDisplacementComponent", s.largestDisplacementComponent, "length" },
    { "Elements", count(s.numberOfElements), "-" },
    { "Nodes", count(s.numberOfNodes), "-" },
    { "DroppedVoxels", count(s.droppedVoxels), "-" },
    { "DroppedParts", count(s.droppedParts), "-" },
    { "DroppedSupports", count(s.droppedSupports), "-" },
    { "SolverIterations", count(s.solverIterations), "-" },
    { "Residual", s.residual, "-" },
    { "SetupSeconds", s.setupSeconds, "s" },
    { "SolveSeconds", s.solveSeconds, "s" },
    { "FieldsSeconds", s.fieldsSeconds, "s" },
    // There is no device memory on the processor.
    { "PeakDeviceMemory", isHost ? NotDefined : static_cast<double>(s.peakDeviceMemory), "bytes" },
  };
  if (test == MechanicalTest::ApparentStiffness)
  {
    std::vector<Quantity> constants;
    addApparentStiffness(analysis.apparentStiffness(), constants);
    result.insert(result.begin(), constants.begin(), constants.end());
  }
  result.erase(std::remove_if(result.begin(), result.end(),
                 [](const Quantity& quantity) { return std::isnan(quantity.value); }),
    result.end());
  return result;
}

std::string nameOfDevices(const VoxelMicroFe& analysis)
{
  return trabecula::nameOfDevices(analysis.device(), analysis.numberOfParts());
}

void writeSummary(vtkTable* output, const std::vector<Quantity>& quantities)
{
  vtkNew<vtkStringArray> names;
  vtkNew<vtkDoubleArray> values;
  vtkNew<vtkStringArray> units;
  names->SetName("Quantity");
  values->SetName("Result");
  units->SetName("Unit");
  for (const Quantity& quantity : quantities)
  {
    names->InsertNextValue(quantity.name);
    values->InsertNextValue(quantity.value);
    units->InsertNextValue(quantity.unit);
  }
  output->AddColumn(names);
  output->AddColumn(values);
  output->AddColumn(units);
}
}
