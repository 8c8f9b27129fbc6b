#ifndef TRABECULA_MICROFE_VOXELMICROFEPROBLEM_H
#define TRABECULA_MICROFE_VOXELMICROFEPROBLEM_H

#include "Core/Device.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Mechanical tests. The ends are the two faces of the test box across the test axis, of
 * which the lower one has the smaller coordinate; L is their distance. All displacements are
 * linear in strain and angle, so that results scale with them.
 */
enum class MechanicalTest
{
  /// The upper end moves by strain * L along the axis, the lower one is fixed along it; both slide
  /// without friction and the sides are free. Minimal supports against rigid-body motions are
  /// added; their reactions are zero.
  Uniaxial,
  /// As Uniaxial, between plates with full friction: lateral displacements of the ends are zero.
  Axial,
  /// The upper end moves by strain * L along the axis; the five other faces of the box are fixed
  /// along their normals, and all slide without friction. The apparent modulus is C_aa of the
  /// sample.
  Confined,
  /// The upper end moves by strain * L along the direction, the lower one is fixed; both are bonded
  /// to their plates, and the sides are free. strain is the engineering shear strain.
  Shear,
  /// The ends rotate relative to each other by angle, half each, about lines through their centres
  /// along the direction, and slide in their planes: pure bending of a beam. The sides are free.
  /// Minimal supports as for Uniaxial.
  Bending,
  /// The upper end rotates by angle about the axis through the centre of the box, the lower one is
  /// fixed; both may warp along the axis: Saint-Venant torsion. The sides are free. Minimal
  /// supports as for Uniaxial.
  Torsion,
  /// Six loads for the 6x6 apparent stiffness (van Rietbergen et al., J. Biomech. 29, 1996): the
  /// nodes on all six faces of the box follow a uniform strain (kinematic uniform boundary
  /// conditions).
  ApparentStiffness,
  /// Supports, displacements and forces as listed in the problem.
  FreeForm
};

/// The box on whose faces a test acts, and whose size defines apparent stresses and strains.
enum class TestBox
{
  Solid, ///< the bounding box of all solid voxels, including those of dropped parts
  Kept,  ///< the bounding box of the analysed voxels
  Image  ///< the whole image
};

/// Displacements prescribed at a position of the image's lattice of nodes.
struct LatticeSupport
{
  /// i, j, k, each from 0 to the number of cells; node (0, 0, 0) is at the origin.
  std::array<std::int32_t, 3> node = {};
  std::array<std::uint8_t, 3> constrained = { 1, 1, 1 }; ///< nonzero for prescribed components
  std::array<double, 3> displacement = {}; ///< length; used where constrained is nonzero
};

/// A force at a position of the image's lattice of nodes.
struct LatticeForce
{
  std::array<std::int32_t, 3> node = {}; ///< as for LatticeSupport
  std::array<double, 3> force = {};      ///< force
};

/// Requested fields of the result; the others are empty and take no memory.
struct VoxelMicroFeFields
{
  bool reactionForce = true;
  bool strain = true;
  bool stress = true;
  bool strainEnergyDensity = true;
  bool vonMisesStress = true;
  bool effectiveStrain = true;
};

/// Where the requested fields are kept on the host, whose memory is checked for them.
enum class FieldRoom
{
  Structure, ///< of the analysed voxels and their nodes
  Hexahedra, ///< the same, beside the voxels as an unstructured grid
  Image,     ///< of all voxels of the image and their corners
  Surface    ///< of the faces of VoxelSurface and their nodes
};

/// Settings of the analysis of a voxel image.
struct VoxelMicroFeSettings
{
  double poissonsRatio = 0.3; ///< of all solid voxels, in (-1, 0.5)

  VoxelParts parts = VoxelParts::Largest;
  /// Refuse an image with more than one part, independent of parts.
  bool requireOnePart = false;

  MechanicalTest test = MechanicalTest::Uniaxial;
  TestBox box = TestBox::Solid; ///< used by FreeForm for apparent quantities only
  int axis = 2;                 ///< the test axis: 0, 1, 2 for x, y, z
  /// Shear: direction of the motion of the upper end. Bending: axis of the rotation of the ends. 0,
  /// 1 or 2, other than axis; not used by other tests.
  int direction = 0;
  /// Of Uniaxial, Axial, Confined and Shear, and of the load whose fields ApparentStiffness
  /// returns; not 0. Negative is compression.
  double strain = -0.01;
  double angle = 0.01; ///< of Bending and Torsion, radians, not 0
  /// Of ApparentStiffness: the load whose fields are returned, 0 to 5 for the strains XX, YY, ZZ,
  /// XY, YZ, XZ (the engineering one).
  int fieldLoad = 2;

  double tolerance = 1e-6;      ///< on ||r|| / ||b|| over the free unknowns
  int maximumIterations = 1000; ///< for each load, at least 1

  /// Failure criterion: the share of the bone volume, in (0, 1), that exceeds the critical
  /// effective strain, > 0 (Pistoia et al., Bone 30, 2002).
  double criticalVolume = 0.02;
  double criticalStrain = 0.007;

  VoxelMicroFeFields fields;
  FieldRoom fieldRoom = FieldRoom::Structure;
};

/**
 * Input of the linear elastic analysis of a voxel image. Units are any consistent ones.
 */
struct VoxelMicroFeProblem : VoxelMicroFeSettings
{
  /// Young's moduli, force per area, one per voxel; 0 is void.
  VoxelImage image;

  /// Of FreeForm. Supports at positions without an analysed voxel are dropped, with a message;
  /// forces there are refused. Forces at one position are added; different displacements of one
  /// component are refused.
  std::vector<LatticeSupport> supports;
  std::vector<LatticeForce> forces;
};

/**
 * Validates a problem, on the host.
 *
 * @throws Error on the first defect; the message names the voxel, layer, node or property.
 */
void validate(const VoxelMicroFeProblem& problem);

/// A fingerprint of all data that determine the result (64-bit FNV-1a). Equal problems have equal
/// fingerprints; the requested fields are not included.
std::uint64_t fingerprint(const VoxelMicroFeProblem& problem);

/// Upper bound of the bytes that VoxelMicroFe needs on the device for a valid problem. Builds the
/// grid on the host. Where there is more memory, loads of an apparent stiffness take more: with far
/// more they are solved at once, which takes ten times as much on a host and five times on a GPU;
/// else displacements of five are kept, 20 bytes an unknown.
std::size_t estimateDeviceMemory(const VoxelMicroFeProblem& problem);

/// Refuses a problem that exceeds the memory of the device or the host, before allocation.
/// @param memoryLimit limit of device memory, bytes; 0 means the available memory.
/// @throws Error with the required and the available memory.
void checkDevice(
  const VoxelMicroFeProblem& problem, const Device& device, std::size_t memoryLimit = 0);
}

#endif
