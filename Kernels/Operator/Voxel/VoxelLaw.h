#ifndef TRABECULA_OPERATOR_VOXEL_VOXELLAW_H
#define TRABECULA_OPERATOR_VOXEL_VOXELLAW_H

#include "Element/VoxelConductionHex8.h"
#include "Element/VoxelHex8.h"

#include <array>

namespace trabecula
{
/// The physics of voxels, by the number of components of their field: what the matrix of a voxel
/// depends on besides its edges and its modulus.
template <int Components>
struct VoxelLaw;

/// Linear elasticity of one Poisson's ratio: the modulus is Young's.
template <>
struct VoxelLaw<3>
{
  double poissonsRatio = 0.0;

  VoxelLaw() = default;
  /// Not explicit, as Poisson's ratio is all that there is to it.
  VoxelLaw(double ratio) : poissonsRatio(ratio) {}

  /// A voxel of unit modulus. @param spacing its edges
  template <class Real>
  voxelhex8::Brick<Real> unit(const std::array<double, 3>& spacing) const
  {
    return voxelhex8::unitBrick<Real>(spacing.data(), this->poissonsRatio);
  }
};

/// One unknown a node. Entries of the matrix of a voxel depend only on the directions in which its
/// corners differ.
template <>
struct VoxelLaw<1>
{
  enum class Matrix
  {
    Conductivity, ///< heat conduction: the modulus is the conductivity
    Mass,         ///< the integral of N_a N_b: the modulus is the density
    LumpedMass    ///< an eighth of the mass at each corner
  };

  Matrix matrix = Matrix::Conductivity;

  template <class Real>
  voxelhex8::ConductingBrick<Real> unit(const std::array<double, 3>& spacing) const
  {
    return this->matrix == Matrix::Conductivity
      ? voxelhex8::conductingBrick<Real>(spacing.data())
      : voxelhex8::massOfBrick<Real>(spacing.data(), this->matrix == Matrix::LumpedMass);
  }
};
}

#endif
