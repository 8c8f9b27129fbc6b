#include "MicroFe/VoxelMicroFeSummary.h"

#include "Core/Requirements.h"
#include "Core/SymmetricEigen.h"
#include "MicroFe/VoxelMicroFeModel.h"

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trabecula
{
namespace
{
constexpr double Undefined = std::numeric_limits<double>::quiet_NaN();

using Matrix6 = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;

/// Returns the inverse of a symmetric matrix, by its eigenvectors.
Matrix6 inverseOf(const Matrix6& matrix)
{
  const SymmetricEigen eigen = symmetricEigen(matrix.data(), 6);
  Matrix6 inverse = Matrix6::Zero();
  for (std::size_t k = 0; k < 6; ++k)
  {
    const double* v = eigen.vector(k);
    for (std::size_t i = 0; i < 36; ++i)
    {
      inverse.data()[i] += v[i / 6] * v[i % 6] / eigen.values[k];
    }
  }
  return inverse;
}
}

double torsionConstant(double width, double height)
{
  constexpr double pi = 3.14159265358979323846;
  const double a = std::max(width, height);
  const double b = std::min(width, height);
  double sum = 0.0;
  for (int n = 1; n < 200; n += 2)
  {
    sum += std::tanh(0.5 * n * pi * a / b) / std::pow(n, 5);
  }
  return a * b * b * b * (1.0 / 3.0 - 64.0 / std::pow(pi, 5) * b / a * sum);
}

std::size_t placeOfCriticalStrain(std::size_t elements, double criticalVolume)
{
  const double below = (1.0 - criticalVolume) * static_cast<double>(elements);
  return std::min(static_cast<std::size_t>(below), elements - 1);
}

ApparentStiffness apparentStiffnessOf(const VoxelConditions& conditions, const VoxelGrid& grid,
  const std::vector<std::vector<double>>& reactions, const std::vector<double>& works,
  double strain, const Communicator& parts)
{
  const std::array<double, 3> edges = boxEdges(conditions.box, grid);
  const double volume = edges[0] * edges[1] * edges[2];
  Matrix6 C;
  for (int load = 0; load < 6; ++load)
  {
    Eigen::Matrix3d stress = Eigen::Matrix3d::Zero();
    for (std::size_t n = 0; n < conditions.nodes.size(); ++n)
    {
      Eigen::Vector3d r;
      for (int d = 0; d < 3; ++d)
      {
        r[d] = grid.spacing()[d] *
          (conditions.nodes[n].position[d] - 0.5 * (conditions.box[d][0] + conditions.box[d][1]));
      }
      const Eigen::Map<const Eigen::Vector3d> f(
        reactions[static_cast<std::size_t>(load)].data() + 3 * n);
      stress += f * r.transpose();
    }
    stress = (0.5 / volume * (stress + stress.transpose())).eval();
    C.col(load) << stress(0, 0), stress(1, 1), stress(2, 2), stress(0, 1), stress(1, 2),
      stress(0, 2);
  }
  parts.sum(C.data(), static_cast<std::size_t>(C.size()));
  C /= strain;
  // Entries from reactions are symmetric only up to the error of the solver.
  C = (0.5 * (C + C.transpose())).eval();
  const Eigen::Map<const Matrix6> W(works.data());
  C = W.array().isNaN().select(C, W / (volume * strain * strain)).eval();
  const Matrix6 S = inverseOf(C);
  ApparentStiffness result;
  Eigen::Map<Matrix6>(result.stiffness.data()) = C;
  Eigen::Map<Matrix6>(result.compliance.data()) = S;
  for (int i = 0; i < 3; ++i)
  {
    result.youngsModulus[i] = 1.0 / S(i, i);
    result.shearModulus[i] = 1.0 / S(3 + i, 3 + i);
  }
  result.poissonsRatio = { -S(1, 0) / S(0, 0), -S(2, 1) / S(1, 1), -S(2, 0) / S(0, 0) };
  Eigen::Matrix<double, 6, 1> scale;
  scale << 1.0, 1.0, 1.0, std::sqrt(2.0), std::sqrt(2.0), std::sqrt(2.0);
  const Matrix6 kelvin = scale.asDiagonal() * C * scale.asDiagonal();
  Matrix6 rest = kelvin;
  rest.topLeftCorner<3, 3>().setZero();
  rest.diagonal().setZero();
  result.orthotropyError = rest.norm() / kelvin.norm();
  return result;
}

VoxelMicroFe::Model::Model(const VoxelMicroFeSettings& wanted, VoxelGrid ofVoxels,
  VoxelConditions ofTest, const Communicator& parts)
  : settings(wanted), grid(std::move(ofVoxels)), conditions(std::move(ofTest))
{
  VoxelMicroFeSummary& s = this->summary;
  double counts[2] = { static_cast<double>(this->grid.numberOfOwnedElements()),
    static_cast<double>(this->grid.numberOfOwnedNodes()) };
  parts.sum(counts, 2);
  s.numberOfElements = static_cast<std::int64_t>(counts[0]);
  s.numberOfNodes = static_cast<std::int64_t>(counts[1]);
  s.droppedVoxels = this->grid.droppedVoxels();
  s.droppedParts = this->grid.droppedParts();
  s.droppedSupports = this->conditions.droppedSupports;
  const std::array<double, 3>& h = this->grid.spacing();
  const std::array<double, 3> edges = boxEdges(this->conditions.box, this->grid);
  s.boxVolume = edges[0] * edges[1] * edges[2];
  s.boneVolume = static_cast<double>(s.numberOfElements) * h[0] * h[1] * h[2];
  s.volumeFraction = s.boneVolume / s.boxVolume;
}

std::size_t VoxelMicroFe::Model::fieldLoad() const
{
  return this->settings.test == MechanicalTest::ApparentStiffness
    ? static_cast<std::size_t>(this->settings.fieldLoad)
    : 0;
}

void VoxelMicroFe::Model::summarize(const std::vector<std::vector<double>>& reactions,
  const std::vector<double>& works, const Extremes& extremes, const Communicator& parts)
{
  VoxelMicroFeSummary& s = this->summary;
  s.largestDisplacement = std::sqrt(extremes.square);
  s.largestDisplacementComponent = extremes.component;
  if (!std::isfinite(s.strainEnergy) || !std::isfinite(s.externalWork))
  {
    fail("The strain energy is not a finite number: together, Young's modulus, the size of the "
         "voxels and the load are too large or too small to compute with. Use units in which they "
         "are nearer to 1.");
  }
  s.pistoiaFactor = this->settings.criticalStrain / extremes.criticalVolumeStrain;
  s.stiffness = s.apparentModulus = s.failureLoad = Undefined;
  if (this->settings.test == MechanicalTest::ApparentStiffness)
  {
    s.reactionForce.fill(Undefined);
    s.reactionMoment.fill(Undefined);
    this->apparent = apparentStiffnessOf(
      this->conditions, this->grid, reactions, works, this->settings.strain, parts);
    return;
  }
  this->summarizeReactions(reactions[0], parts);
}

void VoxelMicroFe::Model::summarizeReactions(
  const std::vector<double>& reactions, const Communicator& parts)
{
  const VoxelMicroFeSettings& test = this->settings;
  VoxelMicroFeSummary& s = this->summary;
  const bool free = test.test == MechanicalTest::FreeForm;
  const std::array<double, 3> centre =
    boxCentre(this->conditions.box, this->grid, free ? -1 : test.axis);
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  for (std::size_t n = 0; n < this->conditions.nodes.size(); ++n)
  {
    const ConstrainedNode& node = this->conditions.nodes[n];
    if (!node.loaded)
    {
      continue;
    }
    Eigen::Vector3d r;
    for (int d = 0; d < 3; ++d)
    {
      r[d] = this->grid.origin()[d] + this->grid.spacing()[d] * node.position[d] - centre[d];
    }
    Eigen::Vector3d f = Eigen::Map<const Eigen::Vector3d>(reactions.data() + 3 * n);
    if (test.test == MechanicalTest::Confined)
    {
      // Reactions of the other walls on the edges of the end are not included.
      f = (Eigen::Vector3d::Unit(test.axis) * f[test.axis]).eval();
    }
    force += f;
    moment += r.cross(f);
  }
  parts.sum(force.data(), 3);
  parts.sum(moment.data(), 3);

  const std::array<double, 3> edges = boxEdges(this->conditions.box, this->grid);
  const double length = edges[test.axis];
  const double area = s.boxVolume / length;
  // The force that is conjugate to the displacement of the end is computed from the energy, whose
  // error is of second order in that of the displacements. The error of a sum of reactions is of
  // first order.
  const auto conjugate = [&s](double displacement, double& summed)
  { return summed = 2.0 * s.strainEnergy / displacement; };
  double load = force.norm();
  switch (test.test)
  {
    case MechanicalTest::FreeForm:
      break;
    case MechanicalTest::Bending:
    {
      load = conjugate(test.angle, moment[test.direction]);
      const double height = edges[3 - test.axis - test.direction];
      s.stiffness = load / test.angle;
      s.apparentModulus = s.stiffness * length * 12.0 / (area * height * height);
      break;
    }
    case MechanicalTest::Torsion:
      load = conjugate(test.angle, moment[test.axis]);
      s.stiffness = load / test.angle;
      s.apparentModulus = s.stiffness * length /
        torsionConstant(edges[(test.axis + 1) % 3], edges[(test.axis + 2) % 3]);
      break;
    default:
      load = conjugate(test.strain * length,
        force[test.test == MechanicalTest::Shear ? test.direction : test.axis]);
      s.stiffness = load / (test.strain * length);
      s.apparentModulus = load / (test.strain * area);
  }
  Eigen::Map<Eigen::Vector3d>(s.reactionForce.data()) = force;
  Eigen::Map<Eigen::Vector3d>(s.reactionMoment.data()) = moment;
  s.failureLoad = s.pistoiaFactor * load;
}
}
