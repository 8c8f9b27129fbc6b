#include "Operator/Assembled/MatrixMarket.h"

#include "Core/Error.h"

#include <cstdio>
#include <memory>

namespace trabecula
{
namespace
{
struct Close
{
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};

[[noreturn]] void failToWrite(const std::string& fileName)
{
  throw Error("The matrix could not be written to " + fileName +
    ". Check that the folder exists, may be written to and has enough room.");
}

/// Returns the end of those entries of a row that are written to the file.
std::int64_t endOfRow(const HostMatrix& matrix, std::int64_t row, MatrixSymmetry symmetry)
{
  const auto r = static_cast<std::size_t>(row);
  std::int64_t end = matrix.offsets[r + 1];
  while (symmetry == MatrixSymmetry::Symmetric && end > matrix.offsets[r] &&
    matrix.columns[static_cast<std::size_t>(end) - 1] > row)
  {
    --end;
  }
  return end;
}
}

void writeMatrixMarket(
  const std::string& fileName, const HostMatrix& matrix, MatrixSymmetry symmetry)
{
  const std::unique_ptr<std::FILE, Close> file(std::fopen(fileName.c_str(), "w"));
  if (!file)
  {
    failToWrite(fileName);
  }
  std::int64_t entries = 0;
  for (std::int64_t row = 0; row < matrix.rows(); ++row)
  {
    entries += endOfRow(matrix, row, symmetry) - matrix.offsets[static_cast<std::size_t>(row)];
  }
  const auto rows = static_cast<long long>(matrix.rows());
  std::fprintf(file.get(), "%%%%MatrixMarket matrix coordinate real %s\n%lld %lld %lld\n",
    symmetry == MatrixSymmetry::Symmetric ? "symmetric" : "general", rows, rows,
    static_cast<long long>(entries));
  for (std::int64_t row = 0; row < matrix.rows(); ++row)
  {
    const std::int64_t end = endOfRow(matrix, row, symmetry);
    for (std::int64_t k = matrix.offsets[static_cast<std::size_t>(row)]; k < end; ++k)
    {
      const auto entry = static_cast<std::size_t>(k);
      std::fprintf(file.get(), "%lld %d %.17g\n", static_cast<long long>(row) + 1,
        matrix.columns[entry] + 1, matrix.values[entry]);
    }
  }
  if (std::fflush(file.get()) != 0 || std::ferror(file.get()) != 0)
  {
    failToWrite(fileName);
  }
}
}
