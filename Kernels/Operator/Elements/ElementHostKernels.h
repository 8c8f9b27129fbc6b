#ifndef TRABECULA_OPERATOR_ELEMENTS_ELEMENTHOSTKERNELS_H
#define TRABECULA_OPERATOR_ELEMENTS_ELEMENTHOSTKERNELS_H

#include <cstdint>

namespace trabecula
{
/// Elements of one type. Plain pointers, as these loops are compiled once for each instruction set
/// and may share no inline function with the rest of the library.
struct ElementHostGroup
{
  int type; ///< VTK's number of the cell type
  std::int64_t elements;
  const std::int32_t* numbers; ///< in the mesh; null where all elements are of one type
  const std::int32_t* connectivity;
  const double* points;
  double poissonsRatio; ///< of all elements; of elasticity
};

struct ElementHostKernels
{
  const char* instructionSet;
  /// forces[3 (nodes e + a) + c] of E K u of each element; false if there is no loop for the type.
  bool (*multiply)(
    const ElementHostGroup& group, const double* moduli, const double* x, double* forces);
  /// flows[nodes e + a] of k K T of each element, of conduction; false if there is no loop for the
  /// type.
  bool (*conduct)(const ElementHostGroup& group, const double* conductivities,
    const double* temperatures, double* flows);
  /// forces[3 (nodes e + a) + c] of rho M x of each element, of its mass; false if there is no loop
  /// for the type.
  bool (*accelerate)(const ElementHostGroup& group, bool isLumped, const double* densities,
    const double* x, double* forces);
  int width; ///< elements that blocks() takes
  /**
   * The matrices of a few elements: of each in turn the 3 x 3 blocks of its nodes a and b, b >= a,
   * in the order of a and then of b; nodes (nodes + 1) / 2 of them. False if there is no loop for
   * the type.
   *
   * @param ratios Poisson's ratio of each element of the mesh; null where it is the same in all
   * @param elements width numbers of elements of the group; some may be the same
   */
  bool (*blocks)(const ElementHostGroup& group, const double* moduli, const double* ratios,
    const std::int64_t* elements, double* blocks);
};

/// The loops for the widest vectors that this processor has.
const ElementHostKernels& elementHostKernels();

extern const ElementHostKernels elementHostKernels_sse2;
extern const ElementHostKernels elementHostKernels_avx2;
extern const ElementHostKernels elementHostKernels_avx512;
}

#endif
