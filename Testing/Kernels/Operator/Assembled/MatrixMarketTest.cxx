// Tests that matrices written in the Matrix Market format are read back unchanged.

#include "Operator/Assembled/AssembledCases.h"
#include "Support/Refusals.h"
#include "Support/TemporaryFolder.h"

#include "Core/Error.h"
#include "Operator/Assembled/MatrixMarket.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Returns a matrix with 4 rows, one of which is empty.
HostMatrix example()
{
  return { { 0, 2, 4, 4, 6 }, { 0, 1, 0, 1, 1, 3 }, { 2.0, 0.1, 0.1, 1.0 / 3.0, 7e-300, -5.0 } };
}

std::vector<double> readDense(const std::string& fileName, std::string& header)
{
  std::ifstream file(fileName);
  std::getline(file, header);
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t entries = 0;
  file >> rows >> columns >> entries;
  EXPECT_EQ(rows, columns);
  std::vector<double> result(rows * columns, 0.0);
  for (std::size_t k = 0; k < entries; ++k)
  {
    std::size_t row = 0;
    std::size_t column = 0;
    std::string value;
    file >> row >> column >> value;
    result.at((row - 1) * columns + column - 1) = std::stod(value);
  }
  EXPECT_TRUE(file.good());
  std::string rest;
  EXPECT_FALSE(file >> rest);
  return result;
}
}

TEST(MatrixMarket, WritesAllEntriesBitForBit)
{
  const TemporaryFolder folder;
  const std::string name = folder.file("general.mtx");
  writeMatrixMarket(name, example(), MatrixSymmetry::General);
  std::string header;
  EXPECT_EQ(readDense(name, header), dense(example()));
  EXPECT_EQ(header, "%%MatrixMarket matrix coordinate real general");
}

TEST(MatrixMarket, WritesTheLowerTriangleOfASymmetricMatrix)
{
  const TemporaryFolder folder;
  const std::string name = folder.file("symmetric.mtx");
  writeMatrixMarket(name, example(), MatrixSymmetry::Symmetric);
  std::vector<double> expected = dense(example());
  expected[1] = 0.0; // the only entry above the diagonal
  std::string header;
  EXPECT_EQ(readDense(name, header), expected);
  EXPECT_EQ(header, "%%MatrixMarket matrix coordinate real symmetric");
}

TEST(MatrixMarket, SaysWhichFileCannotBeWritten)
{
  try
  {
    writeMatrixMarket("/nowhere/at/all.mtx", example(), MatrixSymmetry::General);
    FAIL() << "accepted";
  }
  catch (const Error& error)
  {
    expectMessage(error.what(), { "/nowhere/at/all.mtx" });
  }
}
