// Tests of what is refused by Mesh Part, with scripts in the place of Gmsh.

#include "MeshPartFixture.h"

#include "vtkMechanicalSupport.h"

#include "vtkFieldData.h"
#include "vtkPolyData.h"
#include "vtkSphereSource.h"
#include "vtkStringArray.h"
#include "vtkTransform.h"
#include "vtkTransformFilter.h"

namespace trabecula::testing
{
TEST_F(MeshPart, TellsWhatIsWrongBeforeItMeshes)
{
  vtkNew<vtkSphereSource> sphere;
  this->Filter->SetInputConnection(sphere->GetOutputPort());
  EXPECT_NE(
    this->error().find("The input is not the surface of a CAD file: it has no field array CadFile"),
    std::string::npos);
  this->Filter->SetInputConnection(this->Reader->GetOutputPort());
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket.step")));
  this->Filter->SetMesher("no_such_mesher");
  EXPECT_EQ(this->error(),
    "The mesher \"no_such_mesher\" was not found, neither beside the plugin nor in PATH. Install "
    "Gmsh (Debian: apt install gmsh), or set Mesher to its path. Voxelize Surface needs no "
    "mesher.");
  this->Filter->SetMesher("/none/gmsh");
  EXPECT_NE(
    this->error().find("The mesher \"/none/gmsh\" was not found. Install"), std::string::npos);
  this->Filter->SetMesher("");
  EXPECT_NE(this->error().find("Mesher is empty"), std::string::npos);
  this->Filter->SetMesher("gmsh");
  this->Filter->SetElementSize(-1.0);
  EXPECT_NE(this->error().find("Element Size"), std::string::npos);
  this->Filter->SetElementSize(0.1);
  EXPECT_NE(this->error().find("An Element Size of 0.1 would make about 4.1"), std::string::npos);
  EXPECT_NE(
    this->error().find("more than the Most Tetrahedra of 2000000. Use "), std::string::npos);
  this->Filter->SetElementSize(0.0);
  this->Filter->SetElementsPerCircle(2);
  EXPECT_NE(this->error().find("Elements Per Circle is 2"), std::string::npos);
  this->Filter->SetElementsPerCircle(0);
  this->Filter->SetOrder(2);
  EXPECT_NE(this->error().find("Order is 2, but must be 0 or 1."), std::string::npos);
  this->Filter->SetOrder(vtkMeshPart::QUADRATIC);
  this->Filter->SetMostTetrahedra(0);
  EXPECT_NE(this->error().find("Most Tetrahedra is 0, but must be at least 1."), std::string::npos);
  this->Filter->SetMostTetrahedra(2000000);
  this->Filter->SetTimeLimit(0.0);
  EXPECT_NE(this->error().find("Time Limit"), std::string::npos);
  this->Filter->SetTimeLimit(60.0);

  // A surface that has lost what the reader has said of it.
  vtkNew<vtkPolyData> surface;
  surface->ShallowCopy(this->Reader->GetOutput());
  vtkNew<vtkStringArray> unit;
  unit->SetName("LengthUnit");
  unit->InsertNextValue("ell");
  surface->GetFieldData()->AddArray(unit);
  this->Filter->SetInputData(surface);
  EXPECT_NE(
    this->error().find("LengthUnit says ell, but must say mm, cm, m or inch"), std::string::npos);
  this->Filter->SetInputConnection(this->Reader->GetOutputPort());

  // A file that was changed, and one that is gone.
  {
    const File part("part.brep", contentOf(pathOf("two_boxes.brep")));
    ASSERT_NO_FATAL_FAILURE(this->read(part.path()));
    this->Filter->SetElementSize(10.0);
    ASSERT_NO_FATAL_FAILURE(this->mesh());
    std::ofstream(part.path(), std::ios::app) << "\n";
    EXPECT_EQ(this->error(),
      "The file \"" + part.path() +
        "\" has changed since it was read. Reload it in the CAD Reader.");
    EXPECT_NE(this->Filter->GetOutput()->GetFieldData()->GetAbstractArray("OutOfDate"), nullptr);
  }
  EXPECT_NE(this->error().find("does not exist any more"), std::string::npos);
}

TEST_F(MeshPart, RefusesASurfaceThatWasMoved)
{
  ASSERT_NO_FATAL_FAILURE(this->useCube());
  this->useScript(leaving(CubeFile().text()));
  vtkNew<vtkTransform> transform;
  transform->Translate(100.0, 0.0, 0.0);
  vtkNew<vtkTransformFilter> move;
  move->SetTransform(transform);
  move->SetInputConnection(this->Reader->GetOutputPort());
  this->Filter->SetInputConnection(move->GetOutputPort());
  EXPECT_NE(
    this->error().find("The input was moved or cut after the CAD Reader"), std::string::npos);
}

TEST_F(MeshPart, TellsThatConditionsOfTheSurfaceAreLeftBehind)
{
  ASSERT_NO_FATAL_FAILURE(this->useCube());
  this->useScript(leaving(CubeFile().text()));
  vtkNew<vtkMechanicalSupport> support;
  support->SetInputConnection(this->Reader->GetOutputPort());
  this->Filter->SetInputConnection(support->GetOutputPort());
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  EXPECT_NE(
    this->Warnings.find("Conditions on the surface do not come to the tetrahedra: Supports"),
    std::string::npos);
}

TEST_F(MeshPart, ComparesTheMeshWithThePart)
{
  ASSERT_NO_FATAL_FAILURE(this->useCube());
  this->useScript(leaving(CubeFile().text()));
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  EXPECT_NEAR(this->volume(), 1000.0, 1e-9);
  EXPECT_EQ(std::string(this->Filter->GetStatus()),
    "5 tetrahedra, 8 nodes, volume 1000 mm^3, 0 % from that of the CAD kernel.");
  for (const double area : areasOfFaces(this->Grid, 6))
  {
    EXPECT_NEAR(area, 100.0, 1e-9);
  }
  CubeFile file;
  file.tetrahedra = 4;
  this->useScript(leaving(file.text()));
  EXPECT_NE(this->error().find("The mesh is not the part: the tetrahedra have a volume of 666.667, "
                               "the CAD kernel's is 1000."),
    std::string::npos);
  file = {};
  file.height = 10.04;
  this->useScript(leaving(file.text()));
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  EXPECT_NE(this->Warnings.find("a volume of 1004 mm^3, the CAD kernel's is 1000 mm^3: 0.4 % off"),
    std::string::npos)
    << this->Warnings;
  file = {};
  file.solid = 2;
  this->useScript(leaving(file.text()));
  EXPECT_NE(this->error().find("numbered a solid 1, but the CAD kernel has given it 1 solid"),
    std::string::npos);
  file = {};
  std::swap(file.faces[0], file.faces[2]);
  std::swap(file.faces[1], file.faces[3]);
  this->useScript(leaving(file.text()));
  EXPECT_NE(this->error().find("The faces of the mesh are not those of the CAD kernel: CadFace 0"),
    std::string::npos);
  // A solid of two has no tetrahedra.
  this->Reader->SetSolids(vtkCadReader::ALL_SOLIDS);
  this->useScript(
    "echo 'Error   : Invalid boundary mesh (overlapping facets) on surface 7 surface 8'"
    " >&2\n" +
    leaving(CubeFile().text()));
  EXPECT_NE(this->error().find("no tetrahedra in 1 solid of 2, the first is CadSolid 1. The mesher "
                               "says: Invalid boundary mesh (overlapping facets) on CadFace"),
    std::string::npos);
}

TEST_F(MeshPart, SurvivesItsMesher)
{
  ASSERT_NO_FATAL_FAILURE(this->useCube());
  this->useScript("kill -SEGV $$");
  EXPECT_NE(this->error().find("The mesher has crashed while \"two_boxes.brep\" was meshed."),
    std::string::npos);
  this->useScript("exec sleep 100");
  this->Filter->SetTimeLimit(1.0);
  EXPECT_NE(this->error().find("Meshing \"two_boxes.brep\" was stopped after 1 s, the Time Limit."),
    std::string::npos);
  this->Filter->SetTimeLimit(60.0);
  this->useScript("echo 'Error   : disk full' >&2; exit 1");
  EXPECT_NE(
    this->error().find("has left no mesh of \"two_boxes.brep\": disk full."), std::string::npos);
  const std::string text = CubeFile().text();
  for (const std::size_t end : { std::size_t(0), text.size() / 3, text.size() - 20 })
  {
    this->useScript(leaving(text.substr(0, end) + "\n"));
    EXPECT_NE(this->error().find("incomplete mesh"), std::string::npos) << end;
  }
  CubeFile empty;
  empty.tetrahedra = 0;
  this->useScript(leaving(empty.text()));
  EXPECT_EQ(this->error(),
    "The mesher has made no tetrahedra of \"two_boxes.brep\". Change Element Size, mend the part "
    "in CAD, or use Voxelize Surface instead.");

  // A stop ends the process, and progress is that of the mesher.
  this->useScript("echo 'Info    : Meshing 2D...'; echo 'Info    : [ 50%] Meshing surface 3'\n"
                  "exec sleep 100");
  struct Watch
  {
    double progress = 0.0;
    std::string text;
  } watch;
  vtkNew<vtkCallbackCommand> stop;
  stop->SetClientData(&watch);
  stop->SetCallback(
    [](vtkObject* caller, unsigned long, void* data, void*)
    {
      auto* const filter = vtkAlgorithm::SafeDownCast(caller);
      auto* const seen = static_cast<Watch*>(data);
      if (seen->text.empty() && filter->GetProgressText() &&
        std::string(filter->GetProgressText()).find("Meshing faces") == 0)
      {
        seen->progress = filter->GetProgress();
        seen->text = filter->GetProgressText();
        filter->SetAbortExecute(1);
      }
    });
  const unsigned long tag = this->Filter->AddObserver(vtkCommand::ProgressEvent, stop);
  Errors errors(this->Filter);
  this->Filter->Continue();
  this->Filter->Update();
  this->Filter->RemoveObserver(tag);
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_EQ(watch.text, "Meshing faces");
  EXPECT_NEAR(watch.progress, 0.1 + 0.8 * 0.2, 0.02);
  EXPECT_NE(std::string(this->Filter->GetStatus()).find("Stopped before there was a result"),
    std::string::npos);
  this->useScript(leaving(CubeFile().text()));
  ASSERT_NO_FATAL_FAILURE(this->mesh());
}
}
