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
/// A body of solid material, as it would be manufactured from a design.
struct BodyProblem
{
  std::string name;     ///< for progress texts
  TriangleMesh surface; ///< closed
  /// Mesh of the design, material of the body, supports, load cases and springs. Moduli and
  /// densities of the design have no effect.
  StructuralProblem design;
  /// Whether the body is in plane stress: the design is one layer of elements in z, whose thickness
  /// is that of the body.
  bool isPlane = false;
};

struct BodySettings
{
  /// Voxels along the longest edge of the bounds of all designs, at least 4. 0 chooses two for each
  /// mean element edge, and up to six while isWorthRefining() with wantedError, within
  /// MostBodyVoxels for the whole grid and the memory limit.
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
  /// A sentence that states the fault of the body: it does not carry a load, or has no support.
  /// Empty if it carries all loads, or if that is not known.
  std::string fault;
  /// A sentence that states why there is no analysis, for a reason that is no fault of the body:
  /// invalid conditions, a surface that is not closed, lack of memory, an error of the solver.
  /// Empty if there is an analysis.
  std::string missing;
  std::vector<std::string> notes; ///< sentences about omitted or moved parts and loads

  double volume = 0.0;                   ///< enclosed by the surface, length^3
  double looseVolume = 0.0;              ///< of pieces without support, length^3
  std::int64_t loosePieces = 0;          ///< number of pieces without support
  std::int64_t pieces = 0;               ///< number of pieces, connected through faces of voxels
  std::int64_t voxels = 0;               ///< number of analysed voxels
  std::array<int, 3> cells = {};         ///< of the whole grid
  std::array<double, 3> spacing = {};    ///< edges of a voxel, length
  double loadRadius = 0.0;               ///< length
  int solverIterations = 0;              ///< on the finest grid
  std::vector<double> coarseCompliances; ///< on coarser grids, coarsest first
};

/**
 * Analyses bodies in the same way, independently of the method of their designs.
 *
 * All bodies are analysed on one grid of voxels over the bounds of all designs. A voxel has Young's
 * modulus times its fraction inside of the surface (VoxelFractions); there is no void material.
 * Only pieces that are connected, through faces of voxels, to supports take part. A load that acts
 * on another piece, or at a place without solid, is not carried, and the body has no compliance.
 * Loads and supports are those of the design's nodes: see BodyLoads and BodySupports.h. Prescribed
 * displacements must be zero.
 *
 * Elements are trilinear hexahedra with full integration. The error is estimated as the relative
 * change from the next coarser grid over the ratio of edges minus one, which is exact for
 * convergence of the first order. The observed order is between the first and the second: for solid
 * boxes and designs of densities with two voxels or more per element, the true error was 0.4 to 0.6
 * of the estimate; with one voxel per element it exceeded the estimate.
 *
 * @return one for each body; nothing if the observer asks to stop
 * @throws Error if there is no body, a setting is wrong, plane and solid designs are mixed, or the
 * first grid exceeds the memory limit; finer grids that exceed it, or on which a body cannot be
 * analysed any more, are not used. Errors of one body are reported as its fault or as missing.
 */
std::optional<std::vector<BodyStiffness>> analyseBodies(const std::vector<BodyProblem>& bodies,
  const BodySettings& settings, const Device& device, Observer& observer,
  std::size_t memoryLimit = 0);
}

#endif
