#include "VoxelFieldWriter.h"

#include "CopyValues.h"

#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkSMPTools.h"
#include "vtkSmartPointer.h"

#include <algorithm>
#include <memory>

namespace trabecula::filters
{
namespace
{
constexpr const char* TensorComponents[6] = { "XX", "YY", "ZZ", "XY", "YZ", "XZ" };

/// Rows and columns of the tensor's components.
constexpr int TensorRows[6] = { 0, 1, 2, 0, 1, 0 };
constexpr int TensorColumns[6] = { 0, 1, 2, 1, 2, 2 };

/// Turns vectors from the image's axes into space.
void turnVectors(const ImageVoxels& voxels, double* values, std::size_t count)
{
  const std::array<double, 9>& R = voxels.direction;
  for (std::size_t i = 0; i < count; ++i, values += 3)
  {
    const double v[3] = { values[0], values[1], values[2] };
    for (int d = 0; d < 3; ++d)
    {
      values[d] = R[3 * d] * v[0] + R[3 * d + 1] * v[1] + R[3 * d + 2] * v[2];
    }
  }
}

/// Turns symmetric tensors: R T R^T.
void turnTensors(const ImageVoxels& voxels, double* values, std::size_t count)
{
  const std::array<double, 9>& R = voxels.direction;
  for (std::size_t i = 0; i < count; ++i, values += 6)
  {
    double T[3][3];
    for (int c = 0; c < 6; ++c)
    {
      T[TensorRows[c]][TensorColumns[c]] = T[TensorColumns[c]][TensorRows[c]] = values[c];
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
      values[c] = sum;
    }
  }
}

/// Turns tuples from the image's axes into space.
void turn(const ImageVoxels& voxels, int components, double* values, std::size_t count)
{
  if (components == 3)
  {
    turnVectors(voxels, values, count);
  }
  else if (components == 6)
  {
    turnTensors(voxels, values, count);
  }
}

/// Puts each tuple to its place in memory that is 0 elsewhere.
void scatter(const double* values, int components, const TupleNumbers& places, double* output)
{
  vtkSMPTools::For(0, static_cast<vtkIdType>(places.size()),
    [&](vtkIdType begin, vtkIdType end)
    {
      for (vtkIdType i = begin; i < end; ++i)
      {
        std::copy_n(values + components * i, components, output + components * places[i]);
      }
    });
}

vtkSmartPointer<vtkDoubleArray> makeArray(
  const FieldTarget& target, const char* name, int components)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(target.tuples);
  for (int c = 0; components == 6 && c < 6; ++c)
  {
    array->SetComponentName(c, TensorComponents[c]);
  }
  return array;
}

/// Adds a field in space. @param compute writes its values, in the grid's numbering and the image's
/// axes
template <typename Compute>
void addArray(const FieldTarget& target, const ImageVoxels& voxels, const char* name,
  int components, const Compute& compute)
{
  const auto array = makeArray(target, name, components);
  double* output = array->GetPointer(0);
  if (target.places)
  {
    const std::unique_ptr<double[]> values(new double[components * target.places->size()]);
    compute(values.get());
    vtkSMPTools::Fill(output, output + array->GetNumberOfValues(), 0.0);
    scatter(values.get(), components, *target.places, output);
  }
  else
  {
    compute(output);
  }
  if (voxels.isTurned())
  {
    turn(voxels, components, output, static_cast<std::size_t>(target.tuples));
  }
  target.attributes->AddArray(array);
}
}

TupleNumbers tupleNumbers(
  const std::vector<std::int32_t>& positions, const std::array<int, 3>& size)
{
  TupleNumbers numbers(positions.size() / 3);
  vtkSMPTools::For(0, static_cast<vtkIdType>(numbers.size()),
    [&](vtkIdType begin, vtkIdType end)
    {
      for (vtkIdType i = begin; i < end; ++i)
      {
        const std::int32_t* p = &positions[3 * i];
        numbers[i] = p[0] + vtkIdType(size[0]) * (p[1] + vtkIdType(size[1]) * p[2]);
      }
    });
  return numbers;
}

void addFields(const VoxelMicroFe& analysis, const ImageVoxels& voxels, const FieldTarget& nodes,
  const FieldTarget& cells)
{
  const VoxelMicroFeFields& wanted = analysis.wantedFields();
  const auto addNodal = [&](const char* name, double* VoxelFieldArrays::*pointer)
  {
    addArray(nodes, voxels, name, 3,
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
      addArray(cells, voxels, name, components,
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
  const std::vector<double>& moduli = analysis.grid().moduli();
  addArray(cells, voxels, "YoungsModulus", 1, [&](double* values) { copyValues(moduli, values); });
  cells.attributes->SetActiveScalars("EffectiveStrain");
}
}
