#ifndef TRABECULA_OPERATOR_HEX8_HEX8HOSTKERNELS_H
#define TRABECULA_OPERATOR_HEX8_HEX8HOSTKERNELS_H

#include <cstdint>

namespace trabecula
{
/// Input of the host loops. Plain pointers, as these loops are compiled once for each instruction
/// set and must not share inline functions with the rest of the library.
struct Hex8HostMesh
{
  std::int64_t numberOfElements;
  const double* points;
  const std::int32_t* connectivity; ///< 8 per position
  const std::int32_t* order;        ///< element at each position
  const std::int32_t* blocks;
  const std::int32_t* colourStarts;
  std::int32_t numberOfColours;
  std::int32_t blockSize;
};

/// Reference matrices of element shapes, as in ModalStiffness.
struct Hex8HostShapes
{
  int form; ///< a ModalForm
  int numberOfShapes;
  const double* entries;
  const std::uint8_t* shapeOfPosition;
};

/// The modes of the corner coordinates of an element that are not constant; see Element/Hex8.h.
constexpr int Hex8SingleModes = 21;

struct Hex8HostKernels
{
  const char* instructionSet;
  /// y += K(moduli) x
  void (*addProduct)(const Hex8HostMesh& mesh, double poissonsRatio, const double* moduli,
    const double* x, double* y);
  /// Elements that products in single precision compute at once; it divides the size of a block.
  int singleWidth;
  /// Computes what these read instead of points: modes of coordinates, times scale, in groups of
  /// singleWidth positions from the first on; a group has each mode of all its positions in turn.
  void (*computeSingleModes)(const Hex8HostMesh& mesh, double scale, float* modes);
  /// y += K(scale * moduli) x for points of the given modes, in single precision
  void (*addSingleProduct)(const Hex8HostMesh& mesh, double poissonsRatio, const float* modes,
    double scale, const double* moduli, const float* x, float* y);
  /// y += K(moduli) x with reference matrices.
  void (*addModalProduct)(const Hex8HostMesh& mesh, const Hex8HostShapes& shapes,
    const double* moduli, const double* x, double* y);
  /// energies[e] += weight * u_e.(K_e u_e)
  void (*addUnitEnergies)(const Hex8HostMesh& mesh, double poissonsRatio, const double* u,
    double weight, double* energies);
};

/// The loops for the widest vector instructions of this processor.
const Hex8HostKernels& hex8HostKernels();

extern const Hex8HostKernels hex8HostKernels_sse2;
extern const Hex8HostKernels hex8HostKernels_avx2;
extern const Hex8HostKernels hex8HostKernels_avx512;
}

#endif
