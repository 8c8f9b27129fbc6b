#include "Operator/Assembled/MatrixFormat.h"

#include "Core/Error.h"

namespace trabecula
{
namespace
{
template <class Info, class Choice>
const Info& infoOf(const std::vector<Info>& all, Choice choice, const char* what)
{
  const auto number = static_cast<std::size_t>(choice);
  if (number >= all.size())
  {
    throw Error(std::string("There is no ") + what + " of number " +
      std::to_string(static_cast<int>(choice)) + ": they are 0 to " +
      std::to_string(all.size() - 1) + ".");
  }
  return all[number];
}

}

const std::vector<MatrixFormatInfo>& matrixFormats()
{
  static const std::vector<MatrixFormatInfo> all = {
    { MatrixFormat::Bsr, "bsr", "3 x 3 blocks in compressed rows" },
    { MatrixFormat::Csr, "csr", "Compressed sparse rows" },
    { MatrixFormat::Coo, "coo", "Row, column and value of each entry" },
    { MatrixFormat::Ell, "ell", "Rows of equal length, padded" },
  };
  return all;
}

const std::vector<AssemblyMethodInfo>& assemblyMethods()
{
  static const std::vector<AssemblyMethodInfo> all = {
    { AssemblyMethod::Auto, "auto", "The fastest for this device", true },
    { AssemblyMethod::ByRow, "by_row", "Row by row, from the elements around a node", true },
    { AssemblyMethod::ByElement, "by_element", "Element by element, with atomics on CUDA", false },
    { AssemblyMethod::Coloured, "coloured", "Elements that share no node at a time", true },
  };
  return all;
}

const MatrixFormatInfo& matrixFormatInfo(MatrixFormat format)
{
  return infoOf(matrixFormats(), format, "matrix format");
}

const AssemblyMethodInfo& assemblyMethodInfo(AssemblyMethod method)
{
  return infoOf(assemblyMethods(), method, "assembly method");
}

void checkAssemblyMethod(AssemblyMethod method, bool reproducible, ExecutionSpace space)
{
  const AssemblyMethodInfo& info = assemblyMethodInfo(method);
  if (space == ExecutionSpace::Cuda && reproducible && !info.reproducible)
  {
    std::string names;
    for (const AssemblyMethodInfo& other : assemblyMethods())
    {
      names += other.reproducible ? (names.empty() ? "" : ", ") + other.name : "";
    }
    throw Error("The assembly method " + info.name + " adds in an order that differs from run to " +
      "run, so its results are not reproducible. Choose one of: " + names +
      "; or do without reproducibility.");
  }
}

AssemblyMethod reproducibleMethod(AssemblyMethod method, ExecutionSpace space)
{
  return method == AssemblyMethod::Auto && space == ExecutionSpace::Cuda ? AssemblyMethod::ByRow
                                                                         : method;
}

AssemblyMethod chosenMethod(AssemblyMethod method, CellType type, ExecutionSpace space)
{
  if (method != AssemblyMethod::Auto)
  {
    return method;
  }
  // It is faster to compute several points of an element once than to compute them for each node.
  if (type == CellType::Tetrahedron)
  {
    return AssemblyMethod::ByRow;
  }
  return space == ExecutionSpace::Host ? AssemblyMethod::Coloured : AssemblyMethod::ByElement;
}
}
