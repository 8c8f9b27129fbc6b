// What is refused of rigid faces: arrays that are none, methods, several devices, faces without
// points.

#include "BodyAnalysisTestInput.h"
#include "ConditionTestInput.h"
#include "ElasticTestInput.h"
#include "MeshfreeTestInput.h"
#include "RigidBodyArrays.h"
#include "TopologyTestInput.h"
#include "VoxelMicroFeTestInput.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIsogeometricLevelSet.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkNaturalFrequencies.h"
#include "vtkNew.h"
#include "vtkNurbsPatch.h"
#include "vtkPointData.h"
#include "vtkStructuredGrid.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
using filters::RigidBodyMotionsName;
using filters::RigidBodyName;

/// Makes the points at an end of x rigid.
void makeEndRigid(vtkDataSet* data, double number = 1.0)
{
  double bounds[6];
  data->GetBounds(bounds);
  std::vector<double> numbers;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    numbers.push_back(data->GetPoint(i)[0] > bounds[1] - 1e-6 ? number : 0.0);
  }
  vtkNew<vtkDoubleArray> array;
  array->SetName(RigidBodyName);
  for (const double value : numbers)
  {
    array->InsertNextValue(value);
  }
  data->GetPointData()->AddArray(array);
  data->Modified();
}

/// Prescribes a motion of a face: its displacement along x.
void addMotion(vtkDataSet* data, double face, double value, int components = 11)
{
  vtkNew<vtkDoubleArray> motions;
  motions->SetName(RigidBodyMotionsName);
  motions->SetNumberOfComponents(components);
  motions->SetNumberOfTuples(1);
  motions->Fill(0.0);
  motions->SetComponent(0, 0, face);
  motions->SetComponent(0, 4, 1.0);
  motions->SetComponent(0, components - 1, value);
  data->GetFieldData()->AddArray(motions);
  data->Modified();
}

/// Expects one error with some words, and no result in the port.
void expectRefusal(vtkAlgorithm* filter, const std::string& words, int port = 0)
{
  Errors errors(filter);
  filter->Update(port);
  EXPECT_EQ(errors.count(), 1) << words;
  EXPECT_TRUE(contains(errors.text(), words)) << errors.text() << " instead of " << words;
}

void expectRefusalOfMethod(vtkAlgorithm* filter, const std::string& method, int port = 0)
{
  expectRefusal(filter, method + " takes no rigid faces, and the array RigidBody has some", port);
}
}

TEST(RigidFaceRefusals, NameAWrongArray)
{
  const auto expect = [](const auto& change, const std::string& words)
  {
    auto data = smallBar(CellType::Hexahedron);
    makeEndRigid(data);
    change(data);
    expectRefusal(elasticAnalysisOf(data), words);
  };
  expect([](vtkDataSet* data) { makeEndRigid(data, -1.0); }, "\"RigidBody\" has the value -1 at");
  expect([](vtkDataSet* data) { makeEndRigid(data, 0.5); }, "\"RigidBody\" has the value 0.5 at");
  expect(
    [](vtkDataSet* data) { makeEndRigid(data, 1e12); }, "\"RigidBody\" has the value 1e+12 at");
  expect(
    [](vtkDataSet* data)
    {
      setPointArray(data, RigidBodyName,
        std::vector<double>(static_cast<std::size_t>(3 * data->GetNumberOfPoints()), 1.0));
    },
    "\"RigidBody\" has 3 components");
  expect([](vtkDataSet* data) { addMotion(data, 1.0, 0.0, 10); },
    "\"RigidBodyMotions\" has 10 components instead of 11");
  expect([](vtkDataSet* data) { addMotion(data, 1.0, std::numeric_limits<double>::quiet_NaN()); },
    "\"RigidBodyMotions\" has in tuple 0 a value that is not finite");
  expect([](vtkDataSet* data) { addMotion(data, 1.5, 0.0); }, "has in tuple 0 a value that is not");
  expect([](vtkDataSet* data) { addMotion(data, 7.0, 0.0); },
    "A motion of rigid face 7 is prescribed, but no point of the mesh belongs to this face");
  expect(
    [](vtkDataSet* data)
    {
      addMotion(data, 1.0, 0.0);
      makeEndRigid(data, 0.0);
    },
    "prescribes motions of rigid faces, but no point has a number in the point array "
    "\"RigidBody\"");
}

TEST(RigidFaceRefusals, NameAMethodThatTakesNone)
{
  auto part = smallBar(CellType::Hexahedron);
  makeEndRigid(part);
  vtkNew<vtkNaturalFrequencies> frequencies;
  frequencies->SetInputData(part);
  expectRefusalOfMethod(frequencies, "An analysis of frequencies");

  auto rigidDesign = design();
  makeEndRigid(rigidDesign);
  expectRefusalOfMethod(analysisOf(rigidDesign, cube({ 0, 6, 0, 3, 0, 3 })), "Body Analysis");

  auto optimized = hexahedra();
  makeEndRigid(optimized);
  auto vibrating = testing::filterOf(optimized);
  vibrating->AddConstraint("Vibration Period", "<=", "1");
  vibrating->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  vibrating->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
  expectRefusalOfMethod(vibrating, "The vibration period", vtkTopologyOptimize::FINAL_DESIGN);

  auto cloud = meshfreeImage({ 4, 2, 2 });
  makeEndRigid(cloud);
  expectRefusalOfMethod(
    meshfreeFilter(cloud, 1), "A meshfree optimization", vtkTopologyOptimize::FINAL_DESIGN);

  vtkNew<vtkNurbsPatch> patch;
  patch->SetPreset(vtkNurbsPatch::CANTILEVER);
  patch->SetElements(8, 4, 1);
  patch->Update();
  auto net = vtkSmartPointer<vtkStructuredGrid>::New();
  net->DeepCopy(patch->GetOutput());
  makeEndRigid(net);
  vtkNew<vtkIsogeometricLevelSet> levelSet;
  levelSet->SetInputData(net);
  expectRefusalOfMethod(
    levelSet, "A level-set optimization", vtkIsogeometricLevelSet::FINAL_DESIGN);

  auto voxels = block({ 3, 3, 3 });
  makeEndRigid(voxels);
  auto microFe = microFeOf(voxels);
  microFe->SetTest(vtkVoxelMicroFe::FREE_FORM);
  expectRefusalOfMethod(microFe, "Voxel Micro-FE");
}

TEST(RigidFaceRefusals, SayThatOneDeviceIsNeeded)
{
  const std::string words = "Choose one device, or loads and supports without a rigid face";
  auto part = smallBar(CellType::Hexahedron);
  makeEndRigid(part);
  auto elastic = elasticAnalysisOf(part);
  elastic->SetDevice(vtkElasticAnalysis::HOST);
  elastic->SetDevices(2);
  expectRefusal(elastic, words);
  Errors errors(elastic);
  elastic->SetDevices(1);
  elastic->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();

  auto optimized = hexahedra();
  makeEndRigid(optimized);
  auto optimization = testing::filterOf(optimized);
  optimization->SetDevice(vtkTopologyOptimize::HOST);
  optimization->SetDevices(2);
  expectRefusal(optimization, words, vtkTopologyOptimize::FINAL_DESIGN);
}

TEST(RigidFaceRefusals, NameAFaceThatCannotBe)
{
  // Control points of a patch move with their basis functions; a hinge needs a cylinder's faces.
  vtkNew<vtkNurbsPatch> patch;
  patch->SetPreset(vtkNurbsPatch::CANTILEVER);
  auto load = vtkSmartPointer<vtkMechanicalLoad>::New();
  load->SetInputConnection(patch->GetOutputPort());
  load->SetForce(1, 0, 0);
  load->SetRemoteMoment(0, 0, 1);
  load->SetLoadType(vtkMechanicalLoad::REMOTE);
  load->RigidFaceOn();
  expectRefusal(load, "takes no rigid faces. Switch Rigid Face off.");
  auto support = vtkSmartPointer<vtkMechanicalSupport>::New();
  support->SetInputConnection(patch->GetOutputPort());
  support->SetSupportType(vtkMechanicalSupport::RIGID_FACE);
  expectRefusal(support, "takes no rigid faces");

  auto hinge = conditionOn<vtkMechanicalSupport>(bareGrid());
  hinge->SetSupportType(vtkMechanicalSupport::HINGE);
  hinge->SetRegion(vtkMechanicalSupport::BOX); // an edge
  hinge->SetBoxPosition(5.9, -1, -0.1);
  hinge->SetBoxLength(1, 9, 0.2);
  expectRefusal(hinge, "A hinge");

  // A region of no point is a warning, and makes nothing rigid.
  auto empty = conditionOn<vtkMechanicalLoad>(bareGrid());
  empty->SetLoadType(vtkMechanicalLoad::REMOTE);
  empty->RigidFaceOn();
  empty->SetRegion(vtkMechanicalLoad::SPHERE);
  empty->SetSphereCenter(50, 50, 50);
  Errors warnings(empty, vtkCommand::WarningEvent);
  vtkDataSet* mesh = meshOf(empty);
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_FALSE(mesh->GetPointData()->HasArray(RigidBodyName));
}
}
