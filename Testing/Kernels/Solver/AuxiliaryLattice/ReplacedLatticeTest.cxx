#include "Solver/MeshMultigridCases.h"
#include "Support/Problems.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Solver/AuxiliaryLattice/LatticeMultigrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class Notes : public Observer
{
public:
  void note(const std::string& text) override { this->All += text + "\n"; }
  std::string All;
};

/// A structure for ElasticModel, clamped at one end, with its choice of multigrid.
struct Structure
{
  StructuralProblem problem;
  MeshMultigridSettings onMesh;
  std::vector<double> forces;

  explicit Structure(Mesh mesh)
  {
    this->problem.mesh = std::move(mesh);
    this->problem.material = { 1.0, CaseRatio };
    this->problem.supports = clampedEnd(this->problem.mesh);
    this->onMesh.lattice = latticeAround(this->problem.mesh, LatticeSettings::Edges);
    this->forces.resize(this->problem.supports.size(), 0.0);
  }
};

/// Tests with elements that are alternately solid and void: bodies float in void, at distances
/// below the width of a voxel.
template <class Space>
class ReplacedLattice : public OnSpace<Space>
{
protected:
  ReplacedLattice()
    : Of(wavyBox(CellType::Hexahedron, { 24, 12, 12 }, { 2.0, 1.0, 1.0 })),
      Values(Of.problem.mesh.numberOfElements())
  {
    const std::vector<double>& points = this->Of.problem.mesh.points;
    for (std::size_t i = 0; i < points.size(); i += 3)
    {
      this->Of.forces[i + 2] = points[i] > 1.999 ? 1.0 : 0.0;
    }
    Random random(32);
    for (double& modulus : this->Values)
    {
      modulus = random.uniform(0, 1) < 0.3 ? 1.0 : 1e-9;
    }
  }

  /// Makes the context of the models, which must outlive the moduli.
  const Context<Space>& makeContext(const Device& device = deviceOf<Space>())
  {
    return *(this->Computing = std::make_unique<Context<Space>>(device));
  }
  std::unique_ptr<ElasticModel<Space>> model(
    const Context<Space>& context, const std::optional<MeshMultigridSettings>& onMesh)
  {
    const StructuralProblem passing = this->Of.problem; // need not remain valid
    MultigridChoice choice;
    choice.onMesh = onMesh;
    auto made = makeElasticModel(context, passing, nullptr, choice);
    this->Moduli = Vector<Space>(made->materialPoints(), this->Values);
    made->setModuli(this->Moduli, 1.0);
    return made;
  }
  SolverReport solve(ElasticModel<Space>& model, double tolerance, int most, Observer& observer,
    std::vector<double>& u)
  {
    const Vector<Space> f(model.unknowns(), this->Of.forces);
    Vector<Space> found(model.unknowns());
    found.zero();
    const SolverReport report = model.solve(f, found, tolerance, most, observer);
    u = found.toHost();
    return report;
  }

  Structure Of;
  std::vector<double> Values;
  std::unique_ptr<Context<Space>> Computing;
  Vector<Space> Moduli;
};
}

TYPED_TEST_SUITE(ReplacedLattice, Spaces, SpaceNames);

TYPED_TEST(ReplacedLattice, LengthyIsAggregationFromThenOn)
{
  const Context<TypeParam>& context = this->makeContext();
  Notes notes;
  std::vector<double> u;
  const auto model = this->model(context, this->Of.onMesh);
  EXPECT_EQ(model->preconditioners().state().replacements, 0);
  EXPECT_TRUE(this->solve(*model, 1e-8, 20000, notes, u).converged);
  EXPECT_NE(
    notes.All.find("lattice is replaced by multigrid by smoothed aggregation"), std::string::npos)
    << notes.All;
  EXPECT_NE(notes.All.find("80 iterations"), std::string::npos) << notes.All;
  EXPECT_GE(model->preconditioners().state().replacements, 1);
  Notes later;
  EXPECT_TRUE(this->solve(*model, 1e-8, 20000, later, u).converged);
  EXPECT_EQ(later.All, "");
  Notes none;
  std::vector<double> expected;
  EXPECT_TRUE(
    this->solve(*this->model(context, std::nullopt), 1e-8, 20000, none, expected).converged);
  EXPECT_EQ(none.All, "");
  EXPECT_NEAR(dot(u, this->Of.forces) / dot(expected, this->Of.forces), 1.0, 1e-6);
}

TYPED_TEST(ReplacedLattice, LengthyIsRigidBodyModesWithoutMemoryForAggregation)
{
  Device small = deviceOf<TypeParam>();
  small.availableMemory = std::size_t(20) << 20U;
  const Context<TypeParam>& context = this->makeContext(small);
  Notes notes;
  std::vector<double> u;
  const auto model = this->model(context, this->Of.onMesh);
  EXPECT_TRUE(this->solve(*model, 1e-6, 20000, notes, u).converged);
  EXPECT_NE(notes.All.find("rigid-body modes, as there is no memory"), std::string::npos)
    << notes.All;
  EXPECT_EQ(model->preconditioners().state().replacements, 2);
}

TYPED_TEST(ReplacedLattice, CountsAllIterations)
{
  const Context<TypeParam>& context = this->makeContext();
  std::vector<double> u;
  for (const int most : { 30, 70 }) // before and after the lattice is replaced
  {
    Notes notes;
    const auto model = this->model(context, this->Of.onMesh);
    const SolverReport report = this->solve(*model, 1e-6, most, notes, u);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.iterations, most);
    EXPECT_EQ(model->preconditioners().state().replacements > 0, most > 60);
  }
}

TYPED_TEST(ReplacedLattice, LengthyGoesBackToItsState)
{
  const Context<TypeParam>& context = this->makeContext();
  this->Of.problem.solver.reproducible = true;
  std::vector<double> first;
  std::vector<double> again;
  Notes notes;
  const auto model = this->model(context, this->Of.onMesh);
  model->preconditioners().restore({ 2, 0.0 }); // rigid-body modes
  model->setModuli(this->Moduli, 1.0);
  EXPECT_TRUE(this->solve(*model, 1e-6, 20000, notes, first).converged);
  model->preconditioners().restore({ 0, 0.0 });
  model->setModuli(this->Moduli, 1.0);
  EXPECT_FALSE(this->solve(*model, 1e-6, 50, notes, again).converged);
  EXPECT_EQ(model->preconditioners().state().replacements, 0);
  model->preconditioners().restore({ 2, 0.0 });
  model->setModuli(this->Moduli, 1.0);
  EXPECT_TRUE(this->solve(*model, 1e-6, 20000, notes, again).converged);
  EXPECT_EQ(again, first);
  EXPECT_EQ(notes.All, "");
}
