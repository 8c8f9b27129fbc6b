#include "vtkPickableFaces.h"

#include "BodyFaces.h"
#include "ConditionArrays.h"
#include "FaceSight.h"
#include "InputStamp.h"
#include "PatchBody.h"
#include "RegionMarkers.h"
#include "SharedFaces.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkDataSet.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStaticCellLocator.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <sstream>
#include <vector>

vtkStandardNewMacro(vtkPickableFaces);

namespace
{
using trabecula::filters::BodyArray;
using trabecula::filters::BodyFace;
using trabecula::filters::BodyFaces;
using trabecula::filters::BodySurface;

constexpr int IndexOfBody = 1; // as of vtkRegionCondition
constexpr std::array<double, 3> LitColor = { 1.0, 0.65, 0.0 };

//------------------------------------------------------------------------------
/// The faces of a surface as polygons of their corners.
vtkSmartPointer<vtkPolyData> polygonsOf(const BodySurface& surface)
{
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (std::size_t p = 0; p < surface.points.size(); ++p)
  {
    points->InsertNextPoint(&surface.faces.points[3 * p]);
  }
  vtkNew<vtkCellArray> polygons;
  for (std::size_t f = 0; f < surface.faces.numberOfFaces(); ++f)
  {
    polygons->InsertNextCell(surface.cornersOf(f));
    for (int corner = 0; corner < surface.cornersOf(f); ++corner)
    {
      polygons->InsertCellPoint(surface.faces.face(f)[corner]);
    }
  }
  auto result = vtkSmartPointer<vtkPolyData>::New();
  result->SetPoints(points);
  result->SetPolys(polygons);
  return result;
}

//------------------------------------------------------------------------------
void addColors(vtkPolyData* output, std::size_t chosen, const double color[3])
{
  vtkNew<vtkUnsignedCharArray> colors;
  colors->SetName("Colors");
  colors->SetNumberOfComponents(3);
  colors->SetNumberOfTuples(output->GetNumberOfCells());
  for (vtkIdType cell = 0; cell < colors->GetNumberOfTuples(); ++cell)
  {
    const bool isChosen = cell < static_cast<vtkIdType>(chosen);
    for (int c = 0; c < 3; ++c)
    {
      const double value = isChosen ? color[c] : LitColor[static_cast<std::size_t>(c)];
      colors->SetTypedComponent(
        cell, c, static_cast<unsigned char>(std::lround(255.0 * std::clamp(value, 0.0, 1.0))));
    }
  }
  output->GetCellData()->AddArray(colors);
}
}

//------------------------------------------------------------------------------
class vtkPickableFaces::vtkInternals
{
public:
  std::vector<vtkIdType> Chosen;
  std::array<double, 3> RayStart = {};
  std::array<double, 3> RayEnd = {};
  std::string HitDescription;
  std::string ChosenDescriptions;

  std::shared_ptr<const BodySurface> Surface; ///< null if there are no faces
  std::shared_ptr<const BodyFaces> Faces;
  /// What is marked: the input, or the patch of a control net.
  vtkSmartPointer<vtkDataSet> Marked;
  vtkSmartPointer<vtkStaticCellLocator> Locator;

  void Update(vtkDataSet* input, const BodyArray& body, double angle)
  {
    const auto before = this->Surface;
    if (auto* net = vtkStructuredGrid::SafeDownCast(input))
    {
      const trabecula::filters::PatchBody patch(net);
      this->Surface = std::make_shared<const BodySurface>(patch.surface());
      this->Marked = patch.grid();
    }
    else
    {
      this->Surface = trabecula::filters::sharedSurface(input, body);
      this->Marked = vtk::TakeSmartPointer(input->NewInstance());
      this->Marked->ShallowCopy(input);
    }
    this->Faces = trabecula::filters::sharedFaces(this->Marked, this->Surface, angle);
    if (this->Surface != before)
    {
      this->Locator = vtkSmartPointer<vtkStaticCellLocator>::New();
      this->Locator->SetDataSet(polygonsOf(*this->Surface));
      this->Locator->BuildLocator();
    }
    this->Stamp = trabecula::filters::InputStamp(input);
    this->Body = body;
    this->Angle = angle;
  }

  /// Whether the faces are those of an input and these settings.
  bool IsUpToDate(vtkDataSet* input, const BodyArray& body, double angle) const
  {
    return this->Surface && trabecula::filters::InputStamp(input) == this->Stamp &&
      body.name == this->Body.name && body.threshold == this->Body.threshold &&
      angle == this->Angle;
  }

  void Clear()
  {
    this->Surface = nullptr;
    this->Faces = nullptr;
    this->Marked = nullptr;
    this->Locator = nullptr;
  }

  /// Returns the first face that the ray meets, or null.
  const BodyFace* Hit()
  {
    if (!this->Surface || this->Surface->cells.empty())
    {
      return nullptr;
    }
    double t = 0.0;
    double x[3];
    double parameters[3];
    int part = 0;
    vtkIdType cell = -1;
    const std::ptrdiff_t index = this->Locator->IntersectWithLine(this->RayStart.data(),
                                   this->RayEnd.data(), 0.0, t, x, parameters, part, cell)
      ? this->Faces->faceAt[static_cast<std::size_t>(cell)]
      : -1;
    return index < 0 ? nullptr : &this->Faces->faces[static_cast<std::size_t>(index)];
  }

  /// Adds the faces of the surface that belong to a number.
  void AddTo(vtkIdType number, std::vector<vtkIdType>& faces) const
  {
    const std::ptrdiff_t index = this->Faces->find(number);
    for (std::size_t f = 0; index >= 0 && f < this->Faces->faceAt.size(); ++f)
    {
      if (this->Faces->faceAt[f] == index)
      {
        faces.push_back(static_cast<vtkIdType>(f));
      }
    }
  }

private:
  trabecula::filters::InputStamp Stamp;
  BodyArray Body;
  double Angle = 0.0;
};

//------------------------------------------------------------------------------
vtkPickableFaces::vtkPickableFaces() : Internals(std::make_unique<vtkInternals>())
{
  this->SetInputArrayToProcess(
    IndexOfBody, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, trabecula::filters::DefaultBodyName);
  this->SetStatus("");
}

//------------------------------------------------------------------------------
vtkPickableFaces::~vtkPickableFaces() = default;

//------------------------------------------------------------------------------
vtkPolyData* vtkPickableFaces::GetOutput()
{
  return vtkPolyData::SafeDownCast(this->GetOutputDataObject(0));
}

//------------------------------------------------------------------------------
void vtkPickableFaces::AddFace(vtkIdType number)
{
  this->Internals->Chosen.push_back(number);
  this->Modified();
}

//------------------------------------------------------------------------------
void vtkPickableFaces::ClearFaces()
{
  this->Internals->Chosen.clear();
  this->Modified();
}

//------------------------------------------------------------------------------
void vtkPickableFaces::SetRay(double x0, double y0, double z0, double x1, double y1, double z1)
{
  this->Internals->RayStart = { x0, y0, z0 };
  this->Internals->RayEnd = { x1, y1, z1 };
}

//------------------------------------------------------------------------------
vtkIdType vtkPickableFaces::GetHitFace()
{
  const BodyFace* face = this->Internals->Hit();
  return face ? face->number : -1;
}

//------------------------------------------------------------------------------
const char* vtkPickableFaces::GetHitDescription()
{
  const BodyFace* face = this->Internals->Hit();
  this->Internals->HitDescription = face ? face->description : "";
  return this->Internals->HitDescription.c_str();
}

//------------------------------------------------------------------------------
double* vtkPickableFaces::GetLitSight()
{
  vtkInternals& internals = *this->Internals;
  std::fill(std::begin(this->LitSight), std::end(this->LitSight), 0.0);
  const std::ptrdiff_t index = internals.Faces ? internals.Faces->find(this->LitFace) : -1;
  if (index >= 0)
  {
    const trabecula::filters::FaceSight sight = trabecula::filters::sightOf(
      *internals.Surface, *internals.Faces, static_cast<std::size_t>(index));
    std::copy(sight.centre.begin(), sight.centre.end(), this->LitSight);
    std::copy(sight.direction.begin(), sight.direction.end(), this->LitSight + 3);
    this->LitSight[6] = sight.radius;
    this->LitSight[7] = sight.isAxis ? 1.0 : 0.0;
  }
  return this->LitSight;
}

//------------------------------------------------------------------------------
const char* vtkPickableFaces::GetChosenDescriptions()
{
  vtkInternals& internals = *this->Internals;
  std::ostringstream lines;
  lines.precision(17);
  for (const vtkIdType number : internals.Chosen)
  {
    const std::ptrdiff_t index = internals.Faces ? internals.Faces->find(number) : -1;
    if (index < 0)
    {
      lines << "-1\n";
      continue;
    }
    const BodyFace& face = internals.Faces->faces[static_cast<std::size_t>(index)];
    lines << face.area << "\t" << face.centre[0] << "\t" << face.centre[1] << "\t" << face.centre[2]
          << "\t" << face.description << "\n";
  }
  internals.ChosenDescriptions = lines.str();
  return internals.ChosenDescriptions.c_str();
}

//------------------------------------------------------------------------------
int vtkPickableFaces::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataSet");
  return 1;
}

//------------------------------------------------------------------------------
int vtkPickableFaces::FillOutputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkPolyData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkPickableFaces::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkPolyData::GetData(outputVector)->Initialize();
  return this->Superclass::RequestData(request, inputVector, outputVector);
}

//------------------------------------------------------------------------------
void vtkPickableFaces::Execute(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  vtkInternals& internals = *this->Internals;
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  vtkPolyData* output = vtkPolyData::GetData(outputVector);
  this->SetStatus("");
  const bool isDone = this->Try(
    [&]
    {
      const BodyArray body = trabecula::filters::bodyOf(
        input, this->GetInputArrayName(IndexOfBody), this->BodyThreshold);
      if (!internals.IsUpToDate(input, body, this->PatchAngle))
      {
        this->RequireValidInputs(inputVector);
        internals.Update(input, body, this->PatchAngle);
      }
    });
  if (!isDone)
  {
    internals.Clear();
    return;
  }
  trabecula::filters::RegionEntities shown;
  for (const vtkIdType number : internals.Chosen)
  {
    if (number != this->LitFace)
    {
      internals.AddTo(number, shown.faces);
    }
  }
  const std::size_t chosen = shown.faces.size();
  internals.AddTo(this->LitFace, shown.faces);
  if (!shown.faces.empty())
  {
    trabecula::filters::makeCaughtMarkers(internals.Marked, *internals.Surface, shown, output);
    addColors(output, chosen, this->ChosenColor);
  }
}

//------------------------------------------------------------------------------
void vtkPickableFaces::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "PatchAngle: " << this->PatchAngle << "\n";
  os << indent << "BodyThreshold: " << this->BodyThreshold << "\n";
  os << indent << "Chosen faces: " << this->Internals->Chosen.size() << "\n";
  os << indent << "LitFace: " << this->LitFace << "\n";
  os << indent << "ChosenColor: " << this->ChosenColor[0] << " " << this->ChosenColor[1] << " "
     << this->ChosenColor[2] << "\n";
}
