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
 * What is done to a sample. The ends are the two faces of the test box across the test axis, of
 * which the lower one has the smaller coordinate; L is their distance. All displacements are
 * linear in strain and angle, so that results scale with them.
 */
enum class MechanicalTest
{
  /// The upper end moves by strain * L along the axis, the lower one stays; both may slide sideways
  /// and the sides are free. The least supports that stop rigid motion are added; they carry
  /// nothing.
  Uniaxial,
  /// The same between plates with full friction: the ends do not move sideways. The sides are free.
  Axial,
  /// The upper end moves by strain * L along the axis; the five other faces of the box are held
  /// along their normals, and all may slide. The apparent modulus is C_aa of the sample.
  Confined,
  /// The upper end moves by strain * L along the direction, the lower one stays; both are bonded to
  /// their plates, and the sides are free. strain is the engineering shear strain.
  Shear,
  /// The ends turn against each other by angle, half each, about lines through their centres along
  /// the direction, and may slide in their own planes: pure bending of a beam. The sides are free.
  /// Least supports as for Uniaxial.
  Bending,
  /// The upper end turns by angle about the axis through the middle of the box, the lower one
  /// stays; both may warp along the axis: torsion after Saint-Venant. The sides are free. Least
  /// supports as for Uniaxial.
  Torsion,
  /// Six loads: the nodes on all six faces of the box follow a uniform strain (kinematic uniform
  /// boundary conditions; van Rietbergen et al., J. Biomech. 29, 1996), for the 6x6 apparent
  /// stiffness.
  ApparentStiffness,
  /// Supports, displacements and forces as listed in the problem.
  FreeForm
};

/// The box whose faces a test acts on, and by whose size stresses and strains are apparent ones.
enum class TestBox
{
  Solid, ///< the smallest one around all solid voxels, those of dropped parts included
  Kept,  ///< the smallest one around the voxels that are analysed
  Image  ///< the whole image
};

/// Displacements prescribed at a position of the image's lattice of nodes.
struct LatticeSupport
{
  /// i, j, k, each from 0 to the number of cells; node (0, 0, 0) is at the origin.
  std::array<std::int32_t, 3> node = {};
  std::array<std::uint8_t, 3> held = { 1, 1, 1 }; ///< nonzero where that component is prescribed
  std::array<double, 3> displacement = {};        ///< length; read where held is nonzero
};

/// A force on a position of the image's lattice of nodes.
struct LatticeForce
{
  std::array<std::int32_t, 3> node = {}; ///< as for LatticeSupport
  std::array<double, 3> force = {};      ///< force
};

/// Which fields of the result are wanted; those that are not stay empty and take no memory.
struct VoxelMicroFeFields
{
  bool reactionForce = true;
  bool strain = true;
  bool stress = true;
  bool strainEnergyDensity = true;
  bool vonMisesStress = true;
  bool effectiveStrain = true;
};

/// What is asked of a voxel image.
struct VoxelMicroFeSettings
{
  double poissonsRatio = 0.3; ///< of all solid voxels, in (-1, 0.5)

  VoxelParts parts = VoxelParts::Largest;
  /// Refuse an image with more than one part, whatever parts says.
  bool requireOnePart = false;

  MechanicalTest test = MechanicalTest::Uniaxial;
  TestBox box = TestBox::Solid; ///< FreeForm reads it for apparent quantities only
  int axis = 2;                 ///< the test axis: 0, 1, 2 for x, y, z
  /// Shear: along which the upper end moves. Bending: about which the ends turn. 0, 1 or 2, not the
  /// axis; not read by other tests.
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

  /// Share of the bone volume that may be strained beyond the critical strain before the bone
  /// fails, in (0, 1), and that effective strain, > 0 (Pistoia et al., Bone 30, 2002).
  double criticalVolume = 0.02;
  double criticalStrain = 0.007;

  VoxelMicroFeFields fields;
};

/**
 * Linear elastic analysis of a voxel image in plain data: what a filter makes of image data. Units
 * are the user's own consistent ones.
 */
struct VoxelMicroFeProblem : VoxelMicroFeSettings
{
  /// Young's moduli, force per area, one per voxel; 0 is void.
  VoxelImage image;

  /// Of FreeForm. A position that no voxel of the analysed structure touches is left out of the
  /// supports, with a message that counts them, and refused among the forces. One listed twice adds
  /// its forces, and is refused with two different displacements of one component.
  std::vector<LatticeSupport> supports;
  std::vector<LatticeForce> forces;
};

/**
 * Checks everything that can be wrong with a problem, on the host.
 *
 * @throws Error on the first thing found; the message names the voxel, layer, node or property.
 */
void validate(const VoxelMicroFeProblem& problem);

/// A fingerprint of everything in the problem that determines the result (64-bit FNV-1a). Equal
/// problems have equal fingerprints; which fields are wanted is left out.
std::uint64_t fingerprint(const VoxelMicroFeProblem& problem);

/// Bytes that VoxelMicroFe will allocate on the device at most for this problem, which is valid.
/// Builds its grid on the host to count.
std::size_t estimateDeviceMemory(const VoxelMicroFeProblem& problem);

/// Refuses a problem that a device or the host's memory cannot take, before anything is allocated.
/// @param memoryLimit bytes that may be taken on the device; 0 means what is available.
/// @throws Error that says how much is needed and available.
void checkDevice(
  const VoxelMicroFeProblem& problem, const Device& device, std::size_t memoryLimit = 0);
}

#endif
