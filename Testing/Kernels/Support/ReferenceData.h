#ifndef TRABECULA_TESTING_KERNELS_REFERENCEDATA_H
#define TRABECULA_TESTING_KERNELS_REFERENCEDATA_H

#include "MicroFe/VoxelMicroFeProblem.h"

#include <string>

namespace trabecula::testing
{
/// Returns the folder with inputs that may not be distributed with the project: the environment
/// variable TRABECULA_REFERENCE_DATA or, without it, CMake's variable of that name. It may be
/// empty.
std::string referenceDataFolder();

/// Returns whether readParosol() is available, which requires the HDF5 library.
bool readsParosol();

/**
 * Reads an uncompressed NIfTI-1 image of bytes in the byte order of this machine.
 *
 * @param modulus Young's modulus of voxels whose value is not zero
 * @throws std::runtime_error for any other file
 */
VoxelImage readNifti(const std::string& path, double modulus);

/**
 * Reads ParOSol's HDF5 input: group Image_Data with Image (moduli, z slowest), Voxelsize,
 * Poisons_ratio, Fixed_Displacement_Coordinates (x, y, z, direction) and _Values.
 *
 * @throws std::runtime_error if it cannot be read
 */
VoxelMicroFeProblem readParosol(const std::string& path);
}

#endif
