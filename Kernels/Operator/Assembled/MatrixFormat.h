#ifndef TRABECULA_OPERATOR_ASSEMBLED_MATRIXFORMAT_H
#define TRABECULA_OPERATOR_ASSEMBLED_MATRIXFORMAT_H

#include "Core/Device.h"
#include "Mesh/CellType.h"

#include <string>
#include <vector>

namespace trabecula
{
/// How the entries of an assembled matrix are stored. Offsets are 64-bit, columns 32-bit.
enum class MatrixFormat
{
  Bsr, ///< 3 x 3 blocks in compressed rows of nodes
  Csr, ///< compressed sparse rows
  Coo, ///< row, column and value of each entry, ascending
  Ell  ///< rows of equal length, padded, column after column
};

/// How the values of an assembled matrix are computed (Sanfui and Sharma, "A three-stage GPU-based
/// FEA matrix generation strategy for unstructured meshes"). What the paper compares with is in
/// Benchmark/Paper/Assembly.
enum class AssemblyMethod
{
  Auto,      ///< the fastest for the device
  ByRow,     ///< a team of threads computes the blocks of a row from the elements around it
  ByElement, ///< the paper's same kernel: element matrices are added as they are integrated
  Coloured   ///< elements that share no node at a time, without atomics
};

/// Names and descriptions of formats and methods for users.
struct MatrixFormatInfo
{
  MatrixFormat format;
  std::string name;        ///< as in scripts
  std::string description; ///< one line, without a full stop
};
struct AssemblyMethodInfo
{
  AssemblyMethod method;
  std::string name;
  std::string description;
  bool reproducible; ///< on CUDA, the same bits run after run; on the host all are. For Auto,
                     ///< OperatorSettings::reproducible chooses such a method
};

/// All of them, in the order of the enumerations.
const std::vector<MatrixFormatInfo>& matrixFormats();
const std::vector<AssemblyMethodInfo>& assemblyMethods();

/// @throws Error if there is none of that number
const MatrixFormatInfo& matrixFormatInfo(MatrixFormat format);
const AssemblyMethodInfo& assemblyMethodInfo(AssemblyMethod method);

/// @throws Error that says what to choose instead if reproducible sums are asked of a method that
/// has none in the space
void checkAssemblyMethod(AssemblyMethod method, bool reproducible, ExecutionSpace space);

/// The method with reproducible sums that Auto stands for; other methods are returned unchanged.
AssemblyMethod reproducibleMethod(AssemblyMethod method, ExecutionSpace space);

/// The method that Auto stands for with elements of a type; others are returned unchanged.
AssemblyMethod chosenMethod(AssemblyMethod method, CellType type, ExecutionSpace space);
}

#endif
