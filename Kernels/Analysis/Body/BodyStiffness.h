#ifndef TRABECULA_ANALYSIS_BODY_BODYSTIFFNESS_H
#define TRABECULA_ANALYSIS_BODY_BODYSTIFFNESS_H

#include "Analysis/StructuralProblem.h"
#include "Core/Device.h"
#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// A body of solid material, as it would be made of a design.
struct BodyProblem
{
  std::string name;     ///< for progress texts
  TriangleMesh surface; ///< closed
  /// Mesh of the design, material of the body, supports, load cases and springs. Moduli and
  /// densities of the design have no part in it.
  StructuralProblem design;
  /// Plane stress: the design is one layer of elements in z. Its thickness is that of the layer.
  bool isPlane = false;
};

struct BodySettings
{
  /// Voxels along the longest edge of the bounds of all designs, at least 4; 0 chooses two for each
  /// mean element edge, and up to six while that helps a body whose rank is at stake and whose
  /// estimated error is above wantedError (isWorthRefining()), but no more than MostBodyVoxels for
  /// the whole grid, or than the memory limit allows.
  int resolution = 0;
  double wantedError = 0.02;
  /// Radius within which nodal forces are spread, length; 0 is the coarsest mean element edge of
  /// the designs. See BodyLoads.
  double loadRadius = 0.0;
  double solverTolerance = 1e-6;
};

/// Results of one load case of a body.
struct BodyLoadCase
{
  std::string name;
  double weight = 1.0;
  /// NaN if the body does not carry the load.
  double compliance = std::numeric_limits<double>::quiet_NaN();
  double detachedPart = 0.0; ///< of the sum of the magnitudes of nodal forces
};

/// The stiffness of a body.
struct BodyStiffness
{
  /// Weighted sum over load cases, force times length; NaN if the body does not carry all of them.
  double compliance = std::numeric_limits<double>::quiet_NaN();
  /// Estimate of the relative error of the compliance by the voxels; see analyseBodies(). NaN if
  /// there is none.
  double error = std::numeric_limits<double>::quiet_NaN();
  std::vector<BodyLoadCase> loadCases;
  /// What is wrong with the body, a sentence: it does not carry a load, or no support holds it.
  /// Empty if it carries all, or if that is not known.
  std::string fault;
  /// Why there is no analysis, a sentence that says nothing against the body: conditions that are
  /// wrong, a surface that is not closed, lack of memory, an error of the solver. Else empty.
  std::string missing;
  std::vector<std::string> notes; ///< sentences on what was left out or moved

  double volume = 0.0;                   ///< that the surface encloses, length^3
  double looseVolume = 0.0;              ///< of pieces that no support holds
  std::int64_t loosePieces = 0;          ///< number of these
  std::int64_t pieces = 0;               ///< number of all, connected through faces of voxels
  std::int64_t voxels = 0;               ///< that were analysed
  std::array<int, 3> cells = {};         ///< of the whole grid
  std::array<double, 3> spacing = {};    ///< edges of a voxel, length
  double loadRadius = 0.0;               ///< length
  int solverIterations = 0;              ///< of the finest grid
  std::vector<double> coarseCompliances; ///< of the coarser grids, coarsest first
};

/**
 * Analyses bodies in one and the same way, whatever their designs were made with.
 *
 * All bodies are analysed on one grid of voxels over the bounds of all designs. A voxel has Young's
 * modulus times the part of it that is inside the surface (VoxelFractions); there is no void
 * material. Only pieces that are connected, through faces of voxels, to supports take part; a load
 * that acts on another piece, or where there is no solid, is not carried, and the body has no
 * compliance. Loads and supports are those of the design's nodes: see BodyLoads and
 * BodySupports.h. Prescribed displacements must be zero.
 *
 * Elements are trilinear hexahedra with full integration. The error is estimated as the relative
 * change from the next coarser grid over the ratio of edges minus one, which is exact for
 * convergence of the first order. It is between the first and the second: for solid boxes and
 * designs of densities with two voxels or more for each element, the true error was 0.4 to 0.6 of
 * the estimate; with one voxel an element it exceeded it.
 *
 * @return one for each body; nothing if the observer asks to stop
 * @throws Error if there is no body, a setting is wrong, plane and solid designs are mixed, or the
 * first grid exceeds the memory limit; finer ones that do, or on which a body cannot be analysed
 * any more, are not taken. What is wrong with one body is its fault or is missing to it.
 */
std::optional<std::vector<BodyStiffness>> analyseBodies(const std::vector<BodyProblem>& bodies,
  const BodySettings& settings, const Device& device, Observer& observer,
  std::size_t memoryLimit = 0);
}

#endif
