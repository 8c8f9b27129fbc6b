// Tests of the conversion of control nets to patches and back, images as patches, Bezier cells as
// exact geometry, and conditions on patches.

#include "ControlNetConverter.h"
#include "LevelSetOutputWriter.h"
#include "PatchBody.h"
#include "TopologyTestInput.h"

#include "Support/Random.h"

#include "Core/Error.h"
#include "Mesh/Nurbs/NurbsGenerators.h"

#include "vtkCell.h"
#include "vtkCellData.h"
#include "vtkCellTypes.h"
#include "vtkDoubleArray.h"
#include "vtkIntArray.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
namespace
{
using namespace trabecula::filters;

NurbsPatch solidAnnulus()
{
  return extrude(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 3 }, { 2, 3 }), 1.5, 2, 2);
}

std::string refusalOf(vtkStructuredGrid* net)
{
  try
  {
    readControlNet(net, 2);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "";
}

void setField(vtkStructuredGrid* net, const char* name, const std::vector<double>& values)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  for (const double value : values)
  {
    array->InsertNextValue(value);
  }
  net->GetFieldData()->AddArray(array);
}
}

TEST(ControlNet, IsThePatchAgain)
{
  for (const NurbsPatch& patch :
    { solidAnnulus(), makeQuarterAnnulusPatch(1.0, 2.0, { 3, 2 }, { 4, 2 }),
      makeBoxPatch(3, { 1.0, 2.0, 3.0 }, { 1, 2, 4 }, { 3, 1, 2 }) })
  {
    const NurbsPatch read = readControlNet(makeControlNet(patch), 2);
    EXPECT_EQ(read.dimension, patch.dimension);
    EXPECT_EQ(read.degrees, patch.degrees);
    EXPECT_EQ(read.knots, patch.knots);
    EXPECT_EQ(read.points, patch.points);
    EXPECT_EQ(read.weights, patch.weights);
  }
}

TEST(ControlNet, WithoutArraysIsUniform)
{
  const auto net = makeControlNet(makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 3, 3, 3 }, { 5, 4, 1 }));
  net->GetFieldData()->Initialize();
  net->GetPointData()->Initialize();
  const NurbsPatch patch = readControlNet(net, 2);
  EXPECT_EQ(patch.degrees, (std::array<int, 3>{ 2, 2, 0 }));
  EXPECT_EQ(patch.knots[0], uniformKnots(2, 6));
  EXPECT_EQ(patch.weights, std::vector<double>(56, 1.0));
}

TEST(ControlNet, RefusesWhatDoesNotFit)
{
  const auto net = makeControlNet(makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 2, 2, 2 }, { 4, 3, 1 }));
  setField(net, "KnotsXi", { 0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0 });
  EXPECT_TRUE(contains(refusalOf(net), "\"KnotsXi\" has 7 knots")) << refusalOf(net);
  EXPECT_TRUE(contains(refusalOf(net), "have 9")) << refusalOf(net);
  net->GetFieldData()->RemoveArray("KnotsXi");
  setField(net, "Degrees", { 2.5, 2.0 });
  EXPECT_TRUE(contains(refusalOf(net), "2.5 for the direction xi")) << refusalOf(net);
  setField(net, "Degrees", { 2.0 });
  EXPECT_TRUE(contains(refusalOf(net), "\"Degrees\" has 1 value")) << refusalOf(net);
  net->GetFieldData()->Initialize();
  EXPECT_EQ(refusalOf(net), "");
  // The net has degree 1, but does not state it.
  const auto small = makeControlNet(makeBoxPatch(2, { 1.0, 1.0, 0.0 }, { 1, 1, 1 }, { 1, 1, 1 }));
  small->GetFieldData()->Initialize();
  EXPECT_TRUE(contains(refusalOf(small), "the degree 2 needs 3")) << refusalOf(small);
}

TEST(ControlNet, HasTheChosenRegionsWhateverFieldDataThereAre)
{
  const auto net = makeControlNet(makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 2, 2, 2 }, { 2, 1, 1 }));
  vtkNew<vtkUnsignedCharArray> supports;
  supports->SetName("Supports");
  supports->SetNumberOfComponents(3);
  supports->SetNumberOfTuples(net->GetNumberOfPoints());
  supports->FillValue(1);
  net->GetPointData()->AddArray(supports);
  vtkNew<vtkDoubleArray> forces;
  forces->SetName("Forces");
  forces->SetNumberOfComponents(3);
  forces->SetNumberOfTuples(net->GetNumberOfPoints());
  forces->FillValue(1.0);
  net->GetPointData()->AddArray(forces);
  vtkNew<vtkIntArray> regions;
  regions->SetName("Chosen");
  for (vtkIdType i = 0; i < net->GetNumberOfPoints(); ++i)
  {
    regions->InsertNextValue(i % 4 < 2 ? 5 : -1);
  }
  net->GetPointData()->AddArray(regions);
  setField(net, "RegionsOfElements", { 1.5, 2.5 });
  LevelSetArrays arrays;
  arrays.supports = "Supports";
  arrays.volumeRegion = "Chosen";
  LevelSetProblem problem;
  readLevelSetInput(net, 2, arrays, problem);
  EXPECT_EQ(problem.design.volumeRegion, (std::vector<std::int32_t>{ 5, -1 }));
}

TEST(BezierCells, AreTheExactGeometry)
{
  Random random(3);
  for (const NurbsPatch& patch :
    { solidAnnulus(), makeQuarterAnnulusPatch(1.0, 2.0, { 3, 2 }, { 4, 2 }) })
  {
    const BezierExtraction bezier(patch);
    const auto grid = makeBezierCells(patch, bezier);
    ASSERT_EQ(grid->GetNumberOfCells(), static_cast<vtkIdType>(patch.numberOfElements()));
    const std::array<int, 3> spans = patch.elements();
    for (int trial = 0; trial < 20; ++trial)
    {
      std::array<double, 3> xi{};
      double local[3] = {};
      vtkIdType cell = 0;
      for (int d = patch.dimension - 1; d >= 0; --d)
      {
        const auto k = static_cast<std::size_t>(d);
        const int e = static_cast<int>(random.uniform(0.0, spans[k] - 1e-9));
        local[d] = random.uniform(0.0, 1.0);
        xi[k] = (e + local[d]) / spans[k];
        cell = cell * spans[k] + e;
      }
      double x[3];
      double weights[200];
      int sub = 0;
      grid->GetCell(cell)->EvaluateLocation(sub, local, x, weights);
      const NurbsPoint exact = evaluateAt(patch, xi);
      for (std::size_t c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(x[c], exact.position[c], 1e-12);
      }
    }
  }
}

TEST(ImageAsPatch, KeepsSupportsAndForces)
{
  vtkNew<vtkImageData> image;
  image->SetDimensions(5, 4, 3);
  image->SetSpacing(0.5, 1.0, 2.0);
  image->SetOrigin(1.0, 0.0, -1.0);
  const vtkIdType count = image->GetNumberOfPoints();
  vtkNew<vtkUnsignedCharArray> supports;
  supports->SetName("Supports");
  supports->SetNumberOfComponents(3);
  supports->SetNumberOfTuples(count);
  supports->FillValue(0);
  vtkNew<vtkDoubleArray> force;
  force->SetName("Force");
  force->SetNumberOfComponents(3);
  force->SetNumberOfTuples(count);
  force->FillValue(0.0);
  for (vtkIdType i = 0; i < count; i += 5)
  {
    supports->SetTypedComponent(i, 0, 1);
  }
  force->SetTypedComponent(count - 1, 1, -2.0);
  force->SetTypedComponent(27, 2, 3.0);
  image->GetPointData()->AddArray(supports);
  image->GetPointData()->AddArray(force);
  vtkNew<vtkIntArray> ofPoints;
  ofPoints->SetName("PointRegion");
  ofPoints->SetNumberOfTuples(count);
  ofPoints->FillValue(0);
  for (vtkIdType i = 4; i < count; i += 5)
  {
    ofPoints->SetValue(i, -1);
  }
  image->GetPointData()->AddArray(ofPoints);
  vtkNew<vtkIntArray> ofCells;
  ofCells->SetName("VolumeRegion");
  for (vtkIdType e = 0; e < image->GetNumberOfCells(); ++e)
  {
    ofCells->InsertNextValue(static_cast<int>(e % 7));
  }
  image->GetCellData()->AddArray(ofCells);
  LevelSetArrays arrays;
  arrays.supports = "Supports";
  arrays.pointRegion = "PointRegion";
  arrays.volumeRegion = "VolumeRegion";
  const ImageNet made = controlNetOf(image, 2, arrays);
  vtkStructuredGrid* net = made.net;
  EXPECT_EQ(made.note, "");
  const NurbsPatch patch = readControlNet(net, 2);
  EXPECT_EQ(patch.elements(), (std::array<int, 3>{ 4, 3, 2 }));
  EXPECT_DOUBLE_EQ(net->GetBounds()[5], 3.0);
  vtkDataArray* held = net->GetPointData()->GetArray("Supports");
  vtkDataArray* spread = net->GetPointData()->GetArray("Force");
  double sums[3] = {};
  for (vtkIdType i = 0; i < net->GetNumberOfPoints(); ++i)
  {
    EXPECT_EQ(held->GetComponent(i, 0), i % 6 == 0 ? 1.0 : 0.0);
    for (int c = 0; c < 3; ++c)
    {
      sums[c] += spread->GetComponent(i, c);
    }
  }
  EXPECT_NEAR(sums[1], -2.0, 1e-14);
  EXPECT_NEAR(sums[2], 3.0, 1e-14);
  // Elements have the regions of cells; control points are in a region if all points around are.
  LevelSetProblem problem;
  readLevelSetInput(made, 2, arrays, problem);
  ASSERT_EQ(problem.design.volumeRegion.size(), 24U);
  for (std::size_t e = 0; e < 24; ++e)
  {
    EXPECT_EQ(problem.design.volumeRegion[e], static_cast<int>(e % 7));
  }
  for (std::size_t i = 0; i < problem.design.pointRegion.size(); ++i)
  {
    EXPECT_EQ(problem.design.pointRegion[i], i / 3 % 6 == 5 ? -1 : 0);
  }
  // A single point between Greville points holds nothing, which is reported.
  supports->SetTypedComponent(27, 1, 1);
  const std::string note = controlNetOf(image, 2, arrays).note;
  EXPECT_TRUE(contains(note, "1 held displacement component")) << note;
}

TEST(PatchBody, FacesAreThoseOfThePatch)
{
  const auto net = makeControlNet(solidAnnulus());
  const PatchBody body(net);
  const BodySurface& surface = body.surface();
  std::vector<vtkIdType> all(surface.cells.size());
  for (std::size_t f = 0; f < all.size(); ++f)
  {
    all[f] = static_cast<vtkIdType>(f);
    // Normals point outwards, for example away from the axis at the outer arc.
    double centre[3] = {};
    for (int a = 0; a < 4; ++a)
    {
      const double* x =
        &surface.faces.points[3 * static_cast<std::size_t>(surface.faces.face(f)[a])];
      for (int c = 0; c < 3; ++c)
      {
        centre[c] += x[c] / 4;
      }
    }
    const double radius = std::hypot(centre[0], centre[1]);
    const auto& n = surface.normals[f];
    const double radial = (n[0] * centre[0] + n[1] * centre[1]) / radius;
    const double outward = radius > 1.9 ? radial
      : radius < 1.05                   ? -radial
      : centre[0] < 1e-9                ? -n[0]
      : centre[1] < 1e-9                ? -n[1]
      : centre[2] < 1e-9                ? -n[2]
                                        : n[2];
    EXPECT_GT(outward, 0.9) << f;
  }
  const double pi = 3.14159265358979323846;
  EXPECT_NEAR(areaOf(body.patch(), body.pieces(all)),
    1.5 * (0.5 * pi * 3.0 + 2.0) + 2.0 * 0.25 * pi * 3.0, 1e-4);
  const double exact = 0.25 * pi * 3.0 * 1.5;
  std::vector<vtkIdType> cells(static_cast<std::size_t>(net->GetNumberOfCells()));
  for (std::size_t i = 0; i < cells.size(); ++i)
  {
    cells[i] = static_cast<vtkIdType>(i);
  }
  EXPECT_NEAR(body.volumeOf(cells), exact, 0.05 * exact);
}
}
