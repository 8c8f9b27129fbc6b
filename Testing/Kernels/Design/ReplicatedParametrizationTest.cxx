// Tests that a replicated design has the densities and derivatives of the whole for any division.

#include "Design/Stage/StageBox.h"
#include "Support/Parts/ThreadParts.h"
#include "Support/Problems.h"
#include "Support/Random.h"

#include "Design/ReplicatedParametrization.h"
#include "Mesh/Distribution/PartValues.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// What a design gives for random variables and derivatives.
struct Replicated
{
  explicit Replicated(std::size_t elements)
    : density(elements), moduli(elements), ofDensity(elements), ofModuli(elements),
      toDensity(elements), ofBounded(elements), restored(elements)
  {
  }

  std::vector<double> density;
  std::vector<double> moduli;
  std::vector<double> ofDensity;
  std::vector<double> ofModuli;
  std::vector<double> toDensity;
  std::vector<double> ofBounded;
  std::vector<double> restored;
};

/// The inputs of a design.
struct ReplicatedInput
{
  explicit ReplicatedInput(std::size_t elements)
  {
    Random random(17);
    this->start = random.vector(elements, 0.2, 0.8);
    this->next = random.vector(elements, 0.2, 0.8);
    this->values = random.vector(elements, -1.0, 1.0);
    for (std::size_t e = 0; e < elements; ++e)
    {
      this->isDesign.push_back(e % 9 == 4 ? 0 : 1);
      this->next[e] = this->isDesign[e] ? this->next[e] : this->start[e];
    }
  }

  std::vector<double> start;
  std::vector<double> next;
  std::vector<double> values;
  std::vector<std::uint8_t> isDesign;
};

/// @param plan of the part @param results of all parts
template <class Space>
void evaluateDesign(Parametrization<Space>& design, const ReplicatedInput& input,
  const HaloPlan& plan, Replicated& results)
{
  design.startDesign(0, 0.0);
  design.trialVariables().assign(valuesOfPart(plan, input.next, 1));
  design.evaluateTrial();
  const Vector<Space> values(design.density().layoutPointer(), valuesOfPart(plan, input.values, 1));
  Vector<Space> moduli(design.density().layoutPointer());
  design.trialModuli(moduli);
  const std::vector<double> trial = moduli.toHost();
  design.accept();
  EXPECT_EQ(design.variables().toHost(), valuesOfPart(plan, input.next, 1));
  design.moduli(moduli);
  EXPECT_EQ(moduli.toHost(), trial);
  collect(plan, trial, 1, results.moduli);
  collect(plan, design.density().toHost(), 1, results.density);
  const auto pulled = [&](std::vector<double>& result, const auto& pullBack)
  {
    Vector<Space> gradient(design.variables().layoutPointer());
    pullBack(gradient);
    collect(plan, gradient.toHost(), 1, result);
  };
  pulled(results.ofDensity, [&](Vector<Space>& g) { design.pullBackDensity(values, g); });
  pulled(results.ofModuli, [&](Vector<Space>& g) { design.pullBackModuli(-2.0, values, g); });
  pulled(results.ofBounded, [&](Vector<Space>& g) { design.pullBackBoundedDensity(values, g); });
  design.derivativesToDensity(3.0, values, moduli);
  collect(plan, moduli.toHost(), 1, results.toDensity);
  const std::vector<double> variables = design.variables().toHost();
  const std::vector<double> filtered = design.filteredDensity();
  const NamedValues state = design.stageState();
  design.trialVariables().assign(valuesOfPart(plan, input.start, 1));
  design.evaluateTrial();
  design.accept();
  design.restore(variables, filtered, state);
  EXPECT_EQ(design.variables().toHost(), variables);
  collect(plan, design.density().toHost(), 1, results.restored);
}

HaloPlan planOfAll(std::size_t elements)
{
  return planHalos(
    std::vector<std::int32_t>(elements, 0), std::vector<std::vector<std::int32_t>>(1))
    .front();
}
}

template <class Space>
class ReplicatedParametrizationTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(ReplicatedParametrizationTest, Spaces, SpaceNames);

TYPED_TEST(ReplicatedParametrizationTest, IsTheWhole)
{
  using Space = TypeParam;
  ChainSettings chain;
  chain.filter = FilterKind::Density;
  chain.filterRadius = 0.4;
  chain.stages.projection.mode = ProjectionMode::Half;
  chain.stages.overhang.direction = AxisDirection::PlusZ;
  for (const bool isRobust : { false, true })
  {
    chain.stages.robust.isOn = isRobust;
    DensityParametrizationSettings settings = { chain, { 1.0, 1e-6, 3.0 }, 0.0 };
    const StageBox<Space> box(this->context(), CellType::Hexahedron);
    const ReplicatedInput input(box.size());
    const auto make = [&](const Vector<Space>& volumes,
                        const Vector<Space>& positions) -> std::unique_ptr<Parametrization<Space>>
    {
      if (isRobust)
      {
        return std::make_unique<RobustParametrization<Space>>(settings, volumes, positions,
          input.isDesign, input.start, std::vector<double>(), nullptr, &box.mesh());
      }
      return std::make_unique<DensityParametrization<Space>>(settings, volumes, positions,
        input.isDesign, input.start, std::vector<double>(), nullptr, &box.mesh());
    };
    const Vector<Space> volumes(box.layout(), box.volumes());
    std::vector<double> centroids;
    for (std::size_t e = 0; e < box.size(); ++e)
    {
      const std::array<double, 3> centroid = elementCentroid(box.mesh(), e);
      centroids.insert(centroids.end(), centroid.begin(), centroid.end());
    }
    const Vector<Space> positions(box.layout()->withComponents(3), centroids);
    Replicated expected(box.size());
    evaluateDesign(*make(volumes, positions), input, planOfAll(box.size()), expected);
    EXPECT_EQ(expected.restored, expected.density);
    for (const int parts : { 1, 2, 5 })
    {
      // In turns, with ghosts of the next element; and all elements on the last part.
      for (const bool isLast : { false, true })
      {
        std::vector<std::int32_t> owners(box.size(), parts - 1);
        std::vector<std::vector<std::int32_t>> ghosts(static_cast<std::size_t>(parts));
        for (std::size_t e = 0; e < box.size() && !isLast; ++e)
        {
          owners[e] = static_cast<std::int32_t>(e % static_cast<std::size_t>(parts));
          if (e > 0 && parts > 1)
          {
            ghosts[e % static_cast<std::size_t>(parts)].push_back(static_cast<std::int32_t>(e) - 1);
          }
        }
        const std::vector<HaloPlan> plans = planHalos(owners, ghosts);
        Replicated found(box.size());
        runPartsOn<Space>(parts,
          [&](const Device& device, std::shared_ptr<const Communicator> communicator)
          {
            const HaloPlan& plan = plans[static_cast<std::size_t>(communicator->rank())];
            const Context<Space> context(device, std::move(communicator));
            const LayoutPointer<Space> points =
              makeLayout(makeHalo(context, plan), Entity::MaterialPoint, 1);
            const Vector<Space> ofPart(points, valuesOfPart(plan, box.volumes(), 1));
            const Vector<Space> places(points->withComponents(3), valuesOfPart(plan, centroids, 3));
            ReplicatedParametrization<Space> design(plan, ofPart, places, make);
            EXPECT_GT(design.separateMemory(), 0U);
            EXPECT_GE(design.separatePeak(), design.separateMemory());
            EXPECT_EQ(design.boundsOtherDensity(), isRobust);
            EXPECT_EQ(design.freeVariables().toHost(), valuesOfPart(plan, input.isDesign, 1));
            evaluateDesign(design, input, plan, found);
            // Ghosts have the densities of their owners.
            EXPECT_EQ(design.density().toHost(), valuesOfPart(plan, expected.density, 1));
          });
        EXPECT_EQ(found.density, expected.density);
        EXPECT_EQ(found.moduli, expected.moduli);
        EXPECT_EQ(found.ofDensity, expected.ofDensity);
        EXPECT_EQ(found.ofModuli, expected.ofModuli);
        EXPECT_EQ(found.ofBounded, expected.ofBounded);
        EXPECT_EQ(found.toDensity, expected.toDensity);
        EXPECT_EQ(found.restored, expected.density);
      }
    }
  }
}
}
