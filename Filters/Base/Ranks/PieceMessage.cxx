#include "PieceMessage.h"

#include "PlainPiece.h"
#include "RankMessages.h"
#include "StructuredPieces.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataObjectTypes.h"
#include "vtkDataSetAttributes.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkMatrix3x3.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPointSet.h"
#include "vtkPoints.h"
#include "vtkStringArray.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <string>

namespace trabecula::filters
{
namespace
{
constexpr int NoData = -1;

void describeNames(vtkAbstractArray* array, vtkMultiProcessStream& stream)
{
  stream << std::string(array->GetName() ? array->GetName() : "") << array->GetNumberOfComponents();
  const bool hasNames = array->HasAComponentName();
  stream << (hasNames ? 1 : 0);
  for (int c = 0; hasNames && c < array->GetNumberOfComponents(); ++c)
  {
    const char* name = array->GetComponentName(c);
    stream << std::string(name ? name : "");
  }
}

void takeNames(vtkAbstractArray* array, vtkMultiProcessStream& stream)
{
  std::string name;
  int components = 1;
  int hasNames = 0;
  stream >> name >> components >> hasNames;
  if (!name.empty())
  {
    array->SetName(name.c_str());
  }
  array->SetNumberOfComponents(components);
  for (int c = 0; hasNames != 0 && c < components; ++c)
  {
    stream >> name;
    array->SetComponentName(c, name.c_str());
  }
}
}

PieceMessage::PieceMessage(vtkDataSet* piece) : Piece(piece)
{
  if (!piece)
  {
    this->Description << NoData;
    return;
  }
  this->Description << piece->GetDataObjectType();
  this->describeGeometry();
  this->describeArrays(piece->GetPointData());
  this->describeArrays(piece->GetCellData());
  this->describeArrays(piece->GetFieldData());
}

PieceMessage::PieceMessage(vtkMultiProcessStream& description) : Description(description)
{
  int type = NoData;
  this->Description >> type;
  if (type == NoData)
  {
    return;
  }
  const auto data = vtk::TakeSmartPointer(vtkDataObjectTypes::NewDataObject(type));
  this->Piece = vtkDataSet::SafeDownCast(data);
  this->makeGeometry();
  this->makeArrays(this->Piece->GetPointData());
  this->makeArrays(this->Piece->GetCellData());
  this->makeArrays(this->Piece->GetFieldData());
}

void PieceMessage::describeValues(vtkDataArray* array)
{
  this->Description << array->GetDataType();
  describeNames(array, this->Description);
  this->Description << static_cast<vtkTypeInt64>(array->GetNumberOfTuples());
  this->Values.emplace_back(array);
}

vtkSmartPointer<vtkDataArray> PieceMessage::makeValues()
{
  int type = VTK_DOUBLE;
  this->Description >> type;
  auto array = vtk::TakeSmartPointer(vtkDataArray::CreateDataArray(type));
  takeNames(array, this->Description);
  vtkTypeInt64 tuples = 0;
  this->Description >> tuples;
  array->SetNumberOfTuples(static_cast<vtkIdType>(tuples));
  this->Values.push_back(array);
  return array;
}

void PieceMessage::describePoints(vtkPoints* points)
{
  this->Description << (points ? 1 : 0);
  if (points)
  {
    this->describeValues(points->GetData());
  }
}

void PieceMessage::makePoints()
{
  int hasPoints = 0;
  this->Description >> hasPoints;
  if (hasPoints != 0)
  {
    const vtkSmartPointer<vtkDataArray> values = this->makeValues();
    vtkNew<vtkPoints> points;
    points->SetDataType(values->GetDataType());
    points->SetData(values);
    vtkPointSet::SafeDownCast(this->Piece)->SetPoints(points);
  }
}

void PieceMessage::describeGeometry()
{
  for (const int bound : extentOf(this->Piece))
  {
    this->Description << bound;
  }
  if (auto* image = vtkImageData::SafeDownCast(this->Piece))
  {
    for (int d = 0; d < 3; ++d)
    {
      this->Description << image->GetOrigin()[d] << image->GetSpacing()[d];
    }
    for (int i = 0; i < 9; ++i)
    {
      this->Description << image->GetDirectionMatrix()->GetData()[i];
    }
    return;
  }
  auto* mesh = vtkPointSet::SafeDownCast(this->Piece);
  if (!mesh)
  {
    return;
  }
  this->describePoints(mesh->GetPoints());
  if (auto* grid = vtkUnstructuredGrid::SafeDownCast(mesh))
  {
    vtkNew<vtkUnsignedCharArray> none;
    this->describeValues(grid->GetCellTypesArray() ? grid->GetCellTypesArray() : none);
  }
  for (vtkCellArray* cells : cellListsOf(mesh))
  {
    vtkNew<vtkCellArray> none;
    this->describeValues(cells ? cells->GetOffsetsArray() : none->GetOffsetsArray());
    this->describeValues(cells ? cells->GetConnectivityArray() : none->GetConnectivityArray());
  }
}

void PieceMessage::makeGeometry()
{
  Extent extent{};
  for (int& bound : extent)
  {
    this->Description >> bound;
  }
  if (auto* image = vtkImageData::SafeDownCast(this->Piece))
  {
    double origin[3];
    double spacing[3];
    double direction[9];
    for (int d = 0; d < 3; ++d)
    {
      this->Description >> origin[d] >> spacing[d];
    }
    for (double& value : direction)
    {
      this->Description >> value;
    }
    image->SetExtent(extent.data());
    image->SetOrigin(origin);
    image->SetSpacing(spacing);
    image->SetDirectionMatrix(direction);
    return;
  }
  auto* mesh = vtkPointSet::SafeDownCast(this->Piece);
  if (!mesh)
  {
    return;
  }
  if (auto* net = vtkStructuredGrid::SafeDownCast(mesh))
  {
    net->SetExtent(extent.data());
  }
  this->makePoints();
  if (vtkUnstructuredGrid::SafeDownCast(mesh))
  {
    this->Types = this->makeValues();
  }
  for (std::size_t l = 0; l < cellListsOf(mesh).size(); ++l)
  {
    this->Offsets.push_back(this->makeValues());
    this->Connectivity.push_back(this->makeValues());
  }
}

void PieceMessage::takeCells()
{
  std::vector<vtkSmartPointer<vtkCellArray>> lists;
  for (std::size_t l = 0; l < this->Offsets.size(); ++l)
  {
    lists.push_back(vtkSmartPointer<vtkCellArray>::New());
    lists.back()->SetData(this->Offsets[l], this->Connectivity[l]);
  }
  if (!lists.empty())
  {
    setCellLists(this->Piece, lists, this->Types);
  }
}

void PieceMessage::describeArrays(vtkFieldData* arrays)
{
  auto* attributes = vtkDataSetAttributes::SafeDownCast(arrays);
  this->Description << arrays->GetNumberOfArrays();
  for (int i = 0; i < arrays->GetNumberOfArrays(); ++i)
  {
    this->Description << (attributes ? attributes->IsArrayAnAttribute(i) : -1);
    vtkAbstractArray* array = arrays->GetAbstractArray(i);
    auto* texts = vtkStringArray::SafeDownCast(array);
    this->Description << (texts ? 1 : 0);
    if (!texts)
    {
      this->describeValues(vtkDataArray::SafeDownCast(array));
      continue;
    }
    describeNames(texts, this->Description);
    this->Description << static_cast<vtkTypeInt64>(texts->GetNumberOfTuples());
    for (vtkIdType v = 0; v < texts->GetNumberOfValues(); ++v)
    {
      this->Description << std::string(texts->GetValue(v));
    }
  }
}

void PieceMessage::makeArrays(vtkFieldData* arrays)
{
  auto* attributes = vtkDataSetAttributes::SafeDownCast(arrays);
  int count = 0;
  this->Description >> count;
  for (int i = 0; i < count; ++i)
  {
    int active = -1;
    int isText = 0;
    this->Description >> active >> isText;
    vtkSmartPointer<vtkAbstractArray> array;
    if (isText == 0)
    {
      array = this->makeValues();
    }
    else
    {
      const auto texts = vtkSmartPointer<vtkStringArray>::New();
      takeNames(texts, this->Description);
      vtkTypeInt64 tuples = 0;
      this->Description >> tuples;
      texts->SetNumberOfTuples(static_cast<vtkIdType>(tuples));
      for (vtkIdType v = 0; v < texts->GetNumberOfValues(); ++v)
      {
        std::string text;
        this->Description >> text;
        texts->SetValue(v, text);
      }
      array = texts;
    }
    arrays->AddArray(array);
    if (attributes && active >= 0)
    {
      attributes->SetActiveAttribute(array->GetName(), active);
    }
  }
}

void PieceMessage::sendValues(vtkMultiProcessController& controller, int to) const
{
  for (const auto& array : this->Values)
  {
    sendBytes(controller, array->GetVoidPointer(0),
      array->GetNumberOfValues() * array->GetDataTypeSize(), to);
  }
}

void PieceMessage::receiveValues(vtkMultiProcessController& controller, int from)
{
  for (const auto& array : this->Values)
  {
    receiveBytes(controller, array->GetVoidPointer(0),
      array->GetNumberOfValues() * array->GetDataTypeSize(), from);
    array->Modified();
  }
  this->takeCells();
}
}
