// Tests of objectives and constraints as texts, and of what conflicts among them.

#include "Optimization/Responses/ResponseRows.h"

#include "Core/Error.h"
#include "Design/Response/ResponseList.h"
#include "Optimization/Responses/NamedResponseSettings.h"
#include "Optimization/Validation/Conflicts.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
bool contains(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

std::string messageOf(const std::function<void()>& work)
{
  try
  {
    work();
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "";
}

std::string messageOf(const ConstraintRow& row)
{
  return messageOf([&row] { readConstraint(row); });
}

/// Returns a design for which nothing conflicts.
DensityDesign designForAsymptotes()
{
  DensityDesign design;
  design.settings.optimizer = Optimizer::MovingAsymptotes;
  design.densities.filter = FilterKind::Density;
  design.densities.filterRadius = 1.0;
  return design;
}

std::string conflictsIn(const DensityDesign& design)
{
  std::vector<std::string> all = responseConflicts(design, false);
  const std::vector<std::string> ofStages = stageConflicts(design);
  all.insert(all.end(), ofStages.begin(), ofStages.end());
  std::string text;
  for (const std::string& conflict : all)
  {
    text += conflict + "\n";
  }
  return text;
}
}

TEST(ResponseRows, EveryResponseIsReadByNameAndByLabel)
{
  for (const ResponseDescription& kind : responses())
  {
    for (const std::string& name : { kind.name, kind.label })
    {
      const ResponseConstraint read = readConstraint({ name, ">=", " -1.5e3 ", {} });
      EXPECT_EQ(read.response, ResponseSettings{ kind.name });
      EXPECT_EQ(read.sense, BoundSense::AtLeast);
      EXPECT_EQ(read.bound, -1500.0);
    }
  }
  const ResponseConstraint full =
    readConstraint({ "Largest Stress", "<=", "7", { "3", "A; B 2", "Exponent = 12" } });
  EXPECT_EQ(full.response,
    (ResponseSettings{ "LargestStress", 3, { "A", "B 2" }, { { "Exponent", 12.0 } } }));
  EXPECT_EQ(full.sense, BoundSense::AtMost);
  ResponseConstraint exact = full;
  exact.bound = 1.0 / 3.0;
  const ResponseConstraint again = readConstraint(rowOf(exact));
  EXPECT_EQ(again.response, exact.response);
  EXPECT_EQ(again.bound, exact.bound);
}

TEST(ResponseRows, TextsThatCannotBeReadAreNamed)
{
  EXPECT_TRUE(
    contains(messageOf(ConstraintRow{ "Weight", "<=", "1", {} }), "There is no response 'Weight'"));
  EXPECT_TRUE(contains(messageOf(ConstraintRow{ "Volume", "<", "1", {} }), "sense '<'"));
  EXPECT_TRUE(
    contains(messageOf(ConstraintRow{ "Volume", "<=", "", {} }), "bound on the volume is missing"));
  EXPECT_TRUE(contains(
    messageOf(ConstraintRow{ "Volume", "<=", "1 m", {} }), "'1 m', which is not a number"));
  EXPECT_TRUE(
    contains(messageOf(ConstraintRow{ "Volume", "<=", "1", { "1.5", "", "" } }), "whole number"));
  EXPECT_TRUE(
    contains(messageOf(ConstraintRow{ "Volume", "<=", "1", { "x", "", "" } }), "not a number"));
  EXPECT_TRUE(
    contains(messageOf(ConstraintRow{ "Volume", "<=", "1", { "", "", "P" } }), "write Name=Value"));
  OptimizationSettings settings;
  ResponseRows rows;
  rows.objective = { {}, {} };
  EXPECT_TRUE(contains(messageOf([&] { rows.apply(settings); }), "2 lists of options"));
}

TEST(ResponseRows, ListsAndNamedSettingsCompleteEachOther)
{
  NamedResponseSettings named;
  named.values["LargestStressExponent"] = 8.0;
  named.values["LargestStressBound"] = 5.0;
  ResponseRows rows;
  rows.objective = { { "2", "", "" } };
  rows.constraints = { { "Compliance", "<=", "3", {} } };
  OptimizationSettings settings;
  settings.objective = { "LargestStress" };
  rows.apply(settings);
  named.apply(settings);
  EXPECT_EQ(
    settings.objective, (ResponseSettings{ "LargestStress", 2, {}, { { "Exponent", 8.0 } } }));
  ASSERT_EQ(settings.constraints.size(), 2U);
  EXPECT_EQ(settings.constraints[0].response, ResponseSettings{ "Compliance" });
  EXPECT_EQ(settings.constraints[1].bound, 5.0);

  // A parameter that is stated with its default is none of another response.
  settings.constraints.push_back({ { "LargestStress" }, 6.0 });
  unifyResponses(settings);
  EXPECT_EQ(settings.constraints[1].response, settings.constraints[2].response);
  named.values["LargestStressOfRegion"] = 1.0;
  settings.objective.region = 2;
  EXPECT_TRUE(contains(messageOf([&] { named.apply(settings); }), "are given twice"));
}

TEST(Conflicts, AreThoseThatValidationRefuses)
{
  DensityDesign design = designForAsymptotes();
  design.settings.constraints = { { { "Compliance" }, 3.0 }, { { "Volume", 1 }, 0.5 } };
  EXPECT_EQ(conflictsIn(design), "");
  EXPECT_EQ(conflictsIn({}), "");
  design.densities.stages.extrusion.axis = 1;
  EXPECT_EQ(conflictsIn(design), "");
  design.densities.stages.extrusion.axis = 0;

  design.densities.filter = FilterKind::Sensitivity;
  EXPECT_TRUE(contains(conflictsIn(design), "Choose the density filter, or none."));
  design.settings.optimizer = Optimizer::OptimalityCriteria;
  EXPECT_TRUE(contains(conflictsIn(design), "Choose the optimizer MMA, the density filter"));

  design = designForAsymptotes();
  design.settings.constraints = { { { "Volume" }, 0.5 } };
  EXPECT_TRUE(contains(conflictsIn(design), "the first is the Volume Fraction"));
  design.settings.constraints = { { { "OutputDisplacement" }, 0.5 },
    { { "OutputDisplacement" }, 1.0, BoundSense::AtLeast } };
  EXPECT_TRUE(contains(conflictsIn(design), "at least 1 and at most 0.5"));
  design.settings.constraints[1].bound = 0.25;
  EXPECT_EQ(conflictsIn(design), "");

  // All conflicts are named at once, each once.
  design.settings.constraints = { { { "Compliance", 3 }, 1.0 }, { { "ThermalCompliance" }, 1.0 } };
  design.densities.filter = FilterKind::Sensitivity;
  design.densities.stages.projection.mode = ProjectionMode::Half;
  const std::string all = conflictsIn(design);
  EXPECT_TRUE(contains(all, "of no region"));
  EXPECT_TRUE(contains(all, "of no structure"));
  EXPECT_TRUE(contains(all, "Projection On"));
  EXPECT_TRUE(contains(all, "Choose the density filter"));
}
}
