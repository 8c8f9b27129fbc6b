// Tests of prescribed motions of rigid faces: what is refused, and what becomes a support.

#include "Analysis/Rigid/RigidTestInput.h"

#include "Analysis/Rigid/RigidMotions.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
std::string refusalOfFaces(StructuralProblem structure)
{
  try
  {
    resolveRigidFaces(structure);
    validate(structure);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
}
}

TEST(RigidMotions, RefuseWhatIsWrong)
{
  StaticProblem problem = heldBox(CellType::Hexahedron, { 2, 1, 1 }, { 2.0, 1.0, 1.0 });
  StructuralProblem& structure = problem.structure;
  structure.loadCases.push_back(
    { "Force", 1.0, std::vector<double>(structure.mesh.points.size(), 1.0) });
  makeRigid(structure, 0, 2.0, 1);
  EXPECT_EQ(refusalOfFaces(structure), "");
  {
    StructuralProblem wrong = structure;
    wrong.rigid.motions.push_back({ 2, {}, { 1.0, 0.0, 0.0 }, {}, 0.0 });
    EXPECT_NE(
      refusalOfFaces(wrong).find("no point of the mesh belongs to this face"), std::string::npos);
  }
  {
    StructuralProblem wrong = structure;
    wrong.rigid.motions.push_back({ 1, {}, {}, {}, 0.0 });
    EXPECT_NE(refusalOfFaces(wrong).find("give it a direction or an axis"), std::string::npos);
  }
  {
    StructuralProblem wrong = structure;
    wrong.rigid.motions.push_back({ 1, {}, { 1.0, 0.0, 0.0 }, {}, 0.0 });
    wrong.rigid.motions.push_back({ 1, {}, { 1.0, 0.0, 0.0 }, {}, 0.5 });
    EXPECT_NE(refusalOfFaces(wrong).find("contradict each other"), std::string::npos);
  }
  {
    // A hinge alone lets the part turn.
    StructuralProblem wrong = structure;
    std::fill(wrong.supports.begin(), wrong.supports.end(), 0);
    for (std::size_t c = 0; c < 3; ++c)
    {
      RigidFaceMotion held = { 1, { 2.0, 0.5, 0.5 }, {}, {}, 0.0 };
      held.direction[c] = 1.0;
      wrong.rigid.motions.push_back(held);
      held.direction[c] = 0.0;
      held.axis[c] = 1.0;
      if (c != 2)
      {
        wrong.rigid.motions.push_back(held);
      }
    }
    EXPECT_NE(refusalOfFaces(wrong).find("rotation"), std::string::npos) << refusalOfFaces(wrong);
    RigidFaceMotion last = wrong.rigid.motions.back();
    last.axis = { 0.0, 0.0, 1.0 };
    wrong.rigid.motions.push_back(last);
    EXPECT_EQ(refusalOfFaces(wrong), "");
  }
  {
    StructuralProblem wrong = structure;
    wrong.rigid.numbers[0] = -1;
    EXPECT_NE(refusalOfFaces(wrong).find("must be 0 or more"), std::string::npos);
  }
}

TEST(RigidMotions, BecomeSupportsWhereAllMotionsArePrescribed)
{
  StaticProblem problem = heldBox(CellType::Hexahedron, { 2, 1, 1 }, { 2.0, 1.0, 1.0 });
  StructuralProblem& structure = problem.structure;
  makeRigid(structure, 0, 2.0, 4);
  for (std::size_t c = 0; c < 3; ++c)
  {
    RigidFaceMotion held = { 4, { 2.0, 0.0, 0.0 }, {}, {}, 0.0 };
    held.direction[c] = 1.0;
    structure.rigid.motions.push_back(held);
    held.direction[c] = 0.0;
    held.axis[c] = 1.0;
    held.value = c == 0 ? 0.25 : 0.0; // a turn about x
    structure.rigid.motions.push_back(held);
  }
  resolveRigidFaces(structure);
  EXPECT_FALSE(structure.rigid.arePresent());
  for (std::size_t i = 0; i < structure.mesh.points.size(); i += 3)
  {
    const double* x = &structure.mesh.points[i];
    if (isAt(x[0], 2.0))
    {
      EXPECT_TRUE(structure.supports[i] && structure.supports[i + 1] && structure.supports[i + 2]);
      EXPECT_NEAR(structure.prescribedDisplacement[i], 0.0, 1e-14);
      EXPECT_NEAR(structure.prescribedDisplacement[i + 1], -0.25 * x[2], 1e-14);
      EXPECT_NEAR(structure.prescribedDisplacement[i + 2], 0.25 * x[1], 1e-14);
    }
  }
}
