#include "VoxelFieldWriter.h"

#include "ArrayRanges.h"
#include "CopyValues.h"
#include "ZeroArray.h"

#include "Core/Execution/HostRanges.h"
#include "Core/Execution/ZeroVector.h"

#include "TensorComponents.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

namespace trabecula::filters
{
namespace
{

/// Rows and columns of the tensor's components.
constexpr int TensorRows[6] = { 0, 1, 2, 0, 1, 0 };
constexpr int TensorColumns[6] = { 0, 1, 2, 1, 2, 2 };

/// Rotates a vector from the axes of the image to space.
void turnVector(const std::array<double, 9>& R, double* vector)
{
  const double v[3] = { vector[0], vector[1], vector[2] };
  for (int d = 0; d < 3; ++d)
  {
    vector[d] = R[3 * d] * v[0] + R[3 * d + 1] * v[1] + R[3 * d + 2] * v[2];
  }
}

/// Rotates a symmetric tensor: R T R^T.
void turnTensor(const std::array<double, 9>& R, double* tensor)
{
  double T[3][3];
  for (int c = 0; c < 6; ++c)
  {
    T[TensorRows[c]][TensorColumns[c]] = T[TensorColumns[c]][TensorRows[c]] = tensor[c];
  }
  for (int c = 0; c < 6; ++c)
  {
    double sum = 0.0;
    for (int a = 0; a < 3; ++a)
    {
      for (int b = 0; b < 3; ++b)
      {
        sum += R[3 * TensorRows[c] + a] * T[a][b] * R[3 * TensorColumns[c] + b];
      }
    }
    tensor[c] = sum;
  }
}

/// Rotates tuples from the axes of the image to space.
void turn(const ImageVoxels& voxels, int components, double* values, std::int64_t count)
{
  if (!voxels.isTurned() || components == 1)
  {
    return;
  }
  forHostRanges(count,
    [&](int, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t i = begin; i < end; ++i)
      {
        components == 3 ? turnVector(voxels.direction, values + 3 * i)
                        : turnTensor(voxels.direction, values + 6 * i);
      }
    });
}

/// Moves each tuple to its place.
template <int Components>
void scatter(const double* values, const std::vector<std::int64_t>& places, double* output)
{
  forHostRanges(static_cast<std::int64_t>(places.size()),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t i = begin; i < end; ++i)
      {
        std::copy_n(values + Components * i, Components, output + Components * places[i]);
      }
    });
}

/// Gathers the value of each tuple.
template <int Components>
void gather(const double* values, const std::vector<std::int32_t>& sources, double* output)
{
  forHostRanges(static_cast<std::int64_t>(sources.size()),
    [&](int, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t i = begin; i < end; ++i)
      {
        std::copy_n(
          values + Components * std::int64_t(sources[i]), Components, output + Components * i);
      }
    });
}

/// Writes fields in space to arrays of a dataset.
class FieldWriter
{
public:
  /// @param most largest number of values of a field
  FieldWriter(const ImageVoxels& voxels, std::size_t most) : Voxels(voxels), Most(most) {}

  /// Adds a field.
  /// @param compute writes its values in the numbering of the grid and the axes of the image
  template <typename Compute>
  void add(const FieldTarget& target, const char* name, int components, const Compute& compute)
  {
    const auto array = makeZeroArray(name, components, target.tuples);
    for (int c = 0; components == 6 && c < 6; ++c)
    {
      array->SetComponentName(c, TensorComponents[c]);
    }
    double* output = array->GetPointer(0);
    double* values = target.places || target.sources ? this->room() : output;
    const std::int64_t tuples =
      target.places ? static_cast<std::int64_t>(target.places->size()) : target.tuples;
    compute(values);
    if (target.sources)
    {
      const auto take = components == 1 ? gather<1> : components == 3 ? gather<3> : gather<6>;
      take(values, *target.sources, output);
      values = output;
    }
    turn(this->Voxels, components, values, tuples);
    if (target.places)
    {
      const auto put = components == 1 ? scatter<1> : components == 3 ? scatter<3> : scatter<6>;
      put(values, *target.places, output);
    }
    storeRanges(array, values, tuples, tuples < target.tuples);
    target.attributes->AddArray(array);
  }

private:
  /// Returns a buffer for the values of any field, which all fields share.
  double* room()
  {
    if (!this->Room)
    {
      this->Room.reset(new double[this->Most]);
      mapPages(this->Room.get(), this->Most * sizeof(double));
    }
    return this->Room.get();
  }

  const ImageVoxels& Voxels;
  std::size_t Most;
  std::unique_ptr<double[]> Room;
};
}

void addFields(const VoxelMicroFe& analysis, const ImageVoxels& voxels, const FieldTarget& nodes,
  const FieldTarget& cells)
{
  const VoxelMicroFeFields& wanted = analysis.wantedFields();
  const VoxelGrid& grid = analysis.grid();
  const std::int64_t perElement = wanted.strain || wanted.stress ? 6 : 1;
  FieldWriter writer(voxels,
    static_cast<std::size_t>(
      std::max(3 * grid.numberOfNodes(), perElement * grid.numberOfElements())));
  const auto addNodal = [&](const char* name, double* VoxelFieldArrays::*pointer)
  {
    writer.add(nodes, name, 3,
      [&](double* values)
      {
        VoxelFieldArrays to;
        to.*pointer = values;
        analysis.computeFields(to);
      });
  };
  const auto addOfCells =
    [&](bool isWanted, const char* name, int components, double* VoxelElementFields::*pointer)
  {
    if (isWanted)
    {
      writer.add(cells, name, components,
        [&](double* values)
        {
          VoxelFieldArrays to;
          to.elements.*pointer = values;
          analysis.computeFields(to);
        });
    }
  };
  addNodal("Displacement", &VoxelFieldArrays::displacement);
  if (wanted.reactionForce)
  {
    addNodal("ReactionForce", &VoxelFieldArrays::reactionForce);
  }
  nodes.attributes->SetActiveVectors("Displacement");
  addOfCells(wanted.effectiveStrain, "EffectiveStrain", 1, &VoxelElementFields::effectiveStrain);
  addOfCells(wanted.vonMisesStress, "VonMisesStress", 1, &VoxelElementFields::vonMisesStress);
  addOfCells(
    wanted.strainEnergyDensity, "StrainEnergyDensity", 1, &VoxelElementFields::strainEnergyDensity);
  addOfCells(wanted.strain, "Strain", 6, &VoxelElementFields::strain);
  addOfCells(wanted.stress, "Stress", 6, &VoxelElementFields::stress);
  writer.add(cells, "YoungsModulus", 1, [&](double* values) { copyValues(grid.moduli(), values); });
  cells.attributes->SetActiveScalars("EffectiveStrain");
}
}
