#ifndef TRABECULA_FILTERS_PAROSOLFILE_H
#define TRABECULA_FILTERS_PAROSOLFILE_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula::filters
{
/**
 * The contents of an input file of ParOSol: an HDF5 file with a group Image_Data, as described in
 * the documentation of its TU Wien fork. Units are those of the file, mm and MPa by convention of
 * ParOSol.
 */
struct ParOSolFile
{
  /// A component of a displacement, or of a force, at a node.
  struct NodalValue
  {
    std::array<std::int32_t, 3> node = {}; ///< i, j, k, from 0 to the number of voxels
    std::int32_t component = 0;            ///< 0, 1, 2 for x, y, z
    float value = 0.0F;                    ///< length, or force
  };

  std::array<int, 3> cells = {}; ///< voxels along x, y, z
  double voxelSize = 0.0;        ///< edge of a voxel, length
  double poissonsRatio = 0.0;
  std::vector<float> moduli;             ///< one per voxel, x fastest, force per area; 0 is void
  std::vector<NodalValue> displacements; ///< prescribed displacements
  std::vector<NodalValue> forces;        ///< may be empty
};

/// Whether this is an HDF5 file with an image of ParOSol. Does not throw.
bool isParOSolFile(const std::string& fileName);

/// Reads the size, the voxel size and Poisson's ratio, without moduli and nodal values.
/// @throws Error naming the file, the data set and what is wrong with it
ParOSolFile readParOSolHeader(const std::string& fileName);

/// Reads everything. @throws Error as readParOSolHeader()
ParOSolFile readParOSolFile(const std::string& fileName);
}

#endif
