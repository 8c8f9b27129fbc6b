// Tests of the methods of assembly with which the library's are compared, in every format and
// space, against dense matrices of the reference.

#include "Operator/Assembled/AssembledCases.h"
#include "Operator/Assembled/AssembledOperatorTestInput.h"
#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Benchmark/Paper/Assembly/ComparedAssembly.h"
#include "Core/Vectors/Vector.h"

#include <gtest/gtest.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class ComparedAssemblyTest : public OnSpace<Space>
{
protected:
  /// Assembles the matrices of several moduli one after another in the same storage, and returns
  /// the last one.
  HostMatrix assembled(const Mesh& mesh, const PoissonsRatios& ratios, MatrixFormat format,
    ComparedMethod method, const std::vector<std::vector<double>>& moduli)
  {
    const auto nodes = static_cast<std::int64_t>(mesh.numberOfNodes());
    auto groups = makeElementGroups(this->context(), mesh);
    AssembledMatrix<Space> matrix(
      this->context(), format, makeNeighbourMatrix(this->context(), nodes, groups));
    ComparedAssembly<Space> assembly(
      this->context(), mesh, ratios, method, std::move(groups), matrix);
    for (const std::vector<double>& each : moduli)
    {
      const DeviceVector<double, Space> onDevice(this->context(), each);
      assembly.assemble(onDevice.data(), matrix);
    }
    return matrix.toHost();
  }

  template <class Body>
  static void forAll(const std::string& what, const Body& body)
  {
    for (const MatrixFormatInfo& format : matrixFormats())
    {
      for (const ComparedMethodInfo& method : comparedMethods())
      {
        SCOPED_TRACE(what + ", " + format.name + " " + method.name);
        body(format.format, method);
      }
    }
  }
};
TYPED_TEST_SUITE(ComparedAssemblyTest, Spaces, SpaceNames);
}

TYPED_TEST(ComparedAssemblyTest, IsTheDenseReference)
{
  Random random(31);
  for (const AssembledCase& which : assembledCases(random))
  {
    const std::size_t elements = which.mesh.numberOfElements();
    const std::vector<double> moduli = random.vector(elements, 1e-3, 1.0);
    const std::vector<double> before = random.vector(elements, 1e-3, 1.0);
    const PoissonsRatios different(0.3, random.vector(elements, -0.3, 0.45));
    for (const PoissonsRatios& ratios : { PoissonsRatios(PoissonsRatio), different })
    {
      const std::vector<double> expected = denseReference(which.mesh, ratios, moduli);
      this->forAll(which.name,
        [&](MatrixFormat format, const ComparedMethodInfo& method)
        {
          const HostMatrix matrix =
            this->assembled(which.mesh, ratios, format, method.method, { before, moduli });
          EXPECT_LT(relativeDifference(dense(matrix), expected), Rounding);
        });
    }
  }
}

TYPED_TEST(ComparedAssemblyTest, HasWiderPlacesForLongRows)
{
  for (const int tetrahedra : { 300, 700 })
  {
    const Mesh mesh = tetrahedraAroundAnEdge(tetrahedra);
    Random random(36);
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 0.1, 1.0);
    const std::vector<double> expected = denseReference(mesh, PoissonsRatio, moduli);
    for (const ComparedMethodInfo& method : comparedMethods())
    {
      SCOPED_TRACE(method.name);
      EXPECT_LT(relativeDifference(dense(this->assembled(mesh, PoissonsRatio, MatrixFormat::Csr,
                                     method.method, { moduli })),
                  expected),
        Rounding);
    }
  }
}

TYPED_TEST(ComparedAssemblyTest, SlowIsReproducibleWhereItSaysSo)
{
  Random random(34);
  const Mesh mesh = wavyBox(CellType::QuadraticTetrahedron, 4);
  const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
  this->forAll("wavy",
    [&](MatrixFormat format, const ComparedMethodInfo& method)
    {
      if (!method.reproducible && TypeParam::Id == ExecutionSpace::Cuda)
      {
        return;
      }
      const int before = hostThreads();
      std::vector<std::vector<double>> values;
      for (const int threads : { 1, 2, 3 })
      {
        setHostThreads(threads);
        values.push_back(
          this->assembled(mesh, PoissonsRatio, format, method.method, { moduli }).values);
      }
      setHostThreads(before);
      EXPECT_EQ(values[0], values[1]);
      EXPECT_EQ(values[0], values[2]);
    });
}

TYPED_TEST(ComparedAssemblyTest, TakesNoMoreMemoryThanIsCounted)
{
  Random random(35);
  for (const AssembledCase& which : assembledCases(random))
  {
    const NeighbourCounts counts = countNeighbours(which.mesh);
    this->forAll(which.name,
      [&](MatrixFormat format, const ComparedMethodInfo& method)
      {
        const auto nodes = static_cast<std::int64_t>(which.mesh.numberOfNodes());
        const DeviceVector<double, TypeParam> moduli(
          this->context(), std::vector<double>(which.mesh.numberOfElements(), 1.0));
        const std::size_t before = this->context().allocated();
        auto groups = makeElementGroups(this->context(), which.mesh);
        AssembledMatrix<TypeParam> matrix(
          this->context(), format, makeNeighbourMatrix(this->context(), nodes, groups));
        ComparedAssembly<TypeParam> assembly(
          this->context(), which.mesh, PoissonsRatio, method.method, std::move(groups), matrix);
        this->context().startPeak();
        assembly.assemble(moduli.data(), matrix);
        // Rounding of allocations up to whole memory lines, and memory for teams, are not counted
        // exactly.
        EXPECT_LE(this->context().peak() - before,
          AssembledMatrix<TypeParam>::memory(format, counts) +
            ComparedAssembly<TypeParam>::memory(which.mesh, method.method, counts) +
            std::size_t(hostThreads()) * (std::size_t(1) << 17));
      });
  }
}
