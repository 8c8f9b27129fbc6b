#ifndef TRABECULA_MICROFE_VOXELMICROFE_H
#define TRABECULA_MICROFE_VOXELMICROFE_H

#include "Core/Device.h"
#include "Core/Observer.h"
#include "MicroFe/VoxelMicroFeProblem.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
class ExecutionContext;
class Parts;

/// Fields of one load on the nodes and elements of VoxelMicroFe::grid(), in its numbering; empty if
/// not requested. Tensors have 6 components in VTK's order XX, YY, ZZ, XY, YZ, XZ, with tensor
/// shear strains (half the engineering ones).
struct VoxelMicroFeSolution
{
  std::vector<double> displacement;        ///< 3 per node, length
  std::vector<double> reactionForce;       ///< 3 per node, force; 0 on free components
  std::vector<double> strain;              ///< 6 per element, at its centroid
  std::vector<double> stress;              ///< 6 per element, at its centroid, force per area
  std::vector<double> strainEnergyDensity; ///< 1 per element, mean over it: u.K_e u / (2 V)
  std::vector<double> vonMisesStress;      ///< 1 per element, of its stress
  /// 1 per element: sqrt(2 U / E), U being the energy density of its strain and stress (Pistoia et
  /// al., Bone 30, 2002). At the centroid, as in other programs; the mean over the element is
  /// larger in struts of few voxels and predicts earlier failure.
  std::vector<double> effectiveStrain;
};

/// Arrays for fields of elements, with shapes and units of VoxelMicroFeSolution; null for fields
/// that are not wanted.
struct VoxelElementFields
{
  double* strain = nullptr;
  double* stress = nullptr;
  double* strainEnergyDensity = nullptr;
  double* vonMisesStress = nullptr;
  double* effectiveStrain = nullptr;
};

/// Arrays in host memory for all fields.
struct VoxelFieldArrays
{
  double* displacement = nullptr;
  double* reactionForce = nullptr;
  VoxelElementFields elements;
};

/// Results for the whole sample. Quantities that a test does not define are NaN.
struct VoxelMicroFeSummary
{
  /// Reaction of the supports on the structure, force: for tests with two ends those of the upper
  /// end (the component along the load as of stiffness), for FreeForm those of nodes with a nonzero
  /// displacement or, if there are none, of all nodes. NaN for ApparentStiffness.
  std::array<double, 3> reactionForce = {};
  /// Moment of these reactions about the centre of the upper end; for FreeForm about that of the
  /// box. Force times length.
  std::array<double, 3> reactionMoment = {};
  /// Reaction over displacement of the upper end, both along the axis (Shear: along the direction),
  /// force per length; of Bending and Torsion moment over angle. From the strain energy, half of
  /// both: sums of reactions have errors of the order of the square root of the energy's.
  double stiffness = 0.0;
  /// Stress over strain, force per area, with the force divided by the area of the end of the box:
  /// of Uniaxial and Axial the apparent Young's modulus, of Confined the confined modulus, of Shear
  /// the apparent shear modulus. Of Bending M L / (I angle) and of Torsion M L / (J angle), with
  /// the second moment of area I and torsion constant J of the box's cross-section.
  double apparentModulus = 0.0;
  double externalWork = 0.0; ///< half of forces and reactions times displacements, energy
  double strainEnergy = 0.0; ///< energy; equal to externalWork up to the solver's tolerance

  double boxVolume = 0.0;      ///< of the test box
  double boneVolume = 0.0;     ///< of the analysed voxels
  double volumeFraction = 0.0; ///< the latter over the former

  /// Factor on the load at which the critical volume reaches the critical strain (infinite if it is
  /// never reached), and the reaction force at that load: along the axis (Shear: along the
  /// direction), of Bending and Torsion the moment, of FreeForm the length of the force vector.
  double pistoiaFactor = 0.0;
  double failureLoad = 0.0;

  double largestDisplacement = 0.0;          ///< length of the longest displacement vector
  double largestDisplacementComponent = 0.0; ///< largest absolute value of one component

  std::int64_t numberOfElements = 0;
  std::int64_t numberOfNodes = 0;
  std::int64_t droppedVoxels = 0;   ///< solid voxels that are not analysed
  std::int64_t droppedParts = 0;    ///< the parts that these voxels form
  std::int64_t droppedSupports = 0; ///< of FreeForm: listed positions without an element

  int solverIterations = 0; ///< over all loads
  double residual = 0.0;    ///< largest ||r|| / ||b|| over loads
  bool converged = false;   ///< all loads to the tolerance
  double setupSeconds = 0.0;
  double solveSeconds = 0.0;
  double fieldsSeconds = 0.0;       ///< fields for the summary, and the summary
  std::size_t peakDeviceMemory = 0; ///< bytes; of several parts that of the largest
};

/// The apparent stiffness of a sample in the axes of its image. Rows and columns are in the order
/// XX, YY, ZZ, XY, YZ, XZ with engineering shear strains: Voigt's notation in VTK's order.
///
/// From u_i.(K u_j) of its loads, whose error is of second order in that of the displacements.
/// Loads that are solved one by one, where there is no memory to solve them at once, take 20 bytes
/// an unknown more for it; where these are not available, entries off the diagonal are sums of
/// reactions, with errors of first order.
struct ApparentStiffness
{
  std::array<double, 36> stiffness = {};    ///< stress per strain by rows, force per area
  std::array<double, 36> compliance = {};   ///< its inverse
  std::array<double, 3> youngsModulus = {}; ///< E1, E2, E3 along x, y, z: 1 / S_ii
  std::array<double, 3> shearModulus = {};  ///< G12, G23, G13: of XY, YZ, XZ
  /// nu12, nu23, nu13: contraction along the second for stress along the first, -S_21 E1 and so on.
  std::array<double, 3> poissonsRatio = {};
  /// Norm of the entries that vanish for an orthotropic material with the image's axes, over the
  /// norm of the matrix (Frobenius, in Kelvin's normalization, where it equals that of the tensor):
  /// 0 to 1.
  double orthotropyError = 0.0;
};

/// One row of the convergence history.
struct VoxelMicroFeIteration
{
  int load = 0; ///< 0, or 0 to 5 for ApparentStiffness
  int iteration = 0;
  double residual = 0.0; ///< ||r|| / ||b||
};

/**
 * Micro finite element analysis of a voxel image: conjugate gradients preconditioned by multigrid
 * on the device, with results in fp64 (the micro-FE paper).
 */
class VoxelMicroFe
{
public:
  /**
   * Builds the grid, its operator and preconditioner.
   * @param memoryLimit as for checkDevice().
   * @throws Error if the problem is not valid (see validate()) or not for this device (see
   * checkDevice()).
   */
  VoxelMicroFe(const VoxelMicroFeProblem& problem, const Device& device, Observer& observer,
    std::size_t memoryLimit = 0);
  /**
   * The same on several devices of this machine, each of which computes a part of the image. They
   * may be listed repeatedly. Loads are then solved one after another. Results are those of a
   * single device but for rounding, within the solver's tolerance.
   *
   * @param devices one for each part
   * @param memoryLimit of each device
   */
  VoxelMicroFe(const VoxelMicroFeProblem& problem, const std::vector<Device>& devices,
    Observer& observer, std::size_t memoryLimit = 0);
  /**
   * The same on parts, some of which may be other processes. All processes call the same functions
   * with equal problems, and all fail together. Fields are known to the first process alone, and
   * are kept there.
   */
  VoxelMicroFe(const VoxelMicroFeProblem& problem, std::shared_ptr<Parts> parts, Observer& observer,
    std::size_t memoryLimit = 0);
  ~VoxelMicroFe();
  VoxelMicroFe(const VoxelMicroFe&) = delete;
  VoxelMicroFe& operator=(const VoxelMicroFe&) = delete;

  /// Solves all loads and computes the summary; further calls have no effect. The observer gets a
  /// message if the tolerance was not reached. @return false if the observer asked to stop: then
  /// there are no results
  /// @throws Error if the linear solver fails, or numbers overflow.
  bool solve(Observer& observer);

  /// The analysed voxels, in whose numbering results are given. See VoxelGrid::mesh().
  const VoxelGrid& grid() const;

  /// The fields that the settings request.
  const VoxelMicroFeFields& wantedFields() const;
  /// Computes fields on the device and copies them, those whose arrays are not null. After solve().
  void computeFields(const VoxelFieldArrays& to) const;
  /// The wanted fields, computed by the first call and kept. Empty before solve().
  const VoxelMicroFeSolution& solution() const;
  /// Empty before solve().
  const VoxelMicroFeSummary& summary() const;
  /// The apparent stiffness of the test ApparentStiffness; zeros for other tests.
  const ApparentStiffness& apparentStiffness() const;
  const std::vector<VoxelMicroFeIteration>& history() const;
  /// The first device of this process.
  const Device& device() const { return this->devices().front(); }
  /// Devices of the parts of this process.
  const std::vector<Device>& devices() const;
  /// Number of parts, those of other processes included.
  int numberOfParts() const;

  /// Implemented for each execution space.
  class Model;

private:
  void prepareWhole(
    const VoxelMicroFeProblem& problem, Observer& observer, std::size_t memoryLimit);

  std::shared_ptr<const void> Yielding; ///< see makeThreadsYield()
  std::shared_ptr<Parts> Team;
  /// Of a single part.
  std::shared_ptr<const ExecutionContext> Execution;
  std::unique_ptr<Model> ModelImplementation;
  mutable VoxelMicroFeSolution Solution;
};
}

#endif
