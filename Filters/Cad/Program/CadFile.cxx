#include "CadFile.h"

#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <IGESControl_Reader.hxx>
#include <IGESData_IGESModel.hxx>
#include <Interface_InterfaceModel.hxx>
#include <STEPControl_Reader.hxx>
#include <StepShape_AdvancedFace.hxx>
#include <StepShape_ManifoldSolidBrep.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TCollection_HAsciiString.hxx>
#include <TransferBRep.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace
{
std::string lower(std::string text)
{
  std::transform(text.begin(), text.end(), text.begin(),
    [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string unitByName(const std::string& name)
{
  const std::string unit = lower(name);
  if (unit == "millimetre" || unit == "millimeter" || unit == "mm")
  {
    return "mm";
  }
  if (unit == "metre" || unit == "meter" || unit == "m")
  {
    return "m";
  }
  if (unit == "inch" || unit == "in")
  {
    return "inch";
  }
  return unit == "centimetre" || unit == "centimeter" ? "cm" : unit;
}

[[noreturn]] void failToRead()
{
  throw std::runtime_error("The file cannot be read: it is damaged, or not of the kind that its "
                           "name says.");
}

/// Names of faces and solids are those of the entities that they were made of.
template <class Entity>
void collectNames(const Handle(Interface_InterfaceModel) & model,
  const Handle(Transfer_TransientProcess) & process, CadFile& file)
{
  for (int i = 1; i <= model->NbEntities(); ++i)
  {
    const Handle(Entity) entity = Handle(Entity)::DownCast(model->Value(i));
    if (!entity.IsNull() && !entity->Name().IsNull() && !entity->Name()->IsEmpty())
    {
      const TopoDS_Shape shape = TransferBRep::ShapeResult(process, entity);
      if (!shape.IsNull())
      {
        file.names[shape.TShape().get()] = entity->Name()->ToCString();
      }
    }
  }
}

CadFile readStep(const std::string& path)
{
  STEPControl_Reader reader;
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone || reader.NbRootsForTransfer() == 0)
  {
    failToRead();
  }
  TColStd_SequenceOfAsciiString lengths;
  TColStd_SequenceOfAsciiString angles;
  TColStd_SequenceOfAsciiString solidAngles;
  reader.FileUnits(lengths, angles, solidAngles);
  reader.TransferRoots();
  CadFile file;
  file.shape = reader.OneShape();
  file.unit = lengths.IsEmpty() ? "" : unitByName(lengths.First().ToCString());
  const Handle(XSControl_WorkSession) session = reader.WS();
  const Handle(Transfer_TransientProcess) process = session->TransferReader()->TransientProcess();
  collectNames<StepShape_AdvancedFace>(session->Model(), process, file);
  collectNames<StepShape_ManifoldSolidBrep>(session->Model(), process, file);
  return file;
}

CadFile readIges(const std::string& path)
{
  IGESControl_Reader reader;
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone)
  {
    failToRead();
  }
  reader.TransferRoots();
  CadFile file;
  file.shape = reader.OneShape();
  const Handle(IGESData_IGESModel) model = Handle(IGESData_IGESModel)::DownCast(reader.Model());
  const Handle(TCollection_HAsciiString) unit =
    model.IsNull() ? nullptr : model->GlobalSection().UnitName();
  file.unit = unit.IsNull() ? "" : unitByName(unit->ToCString());
  return file;
}

CadFile readBrep(const std::string& path)
{
  CadFile file;
  BRep_Builder builder;
  if (!BRepTools::Read(file.shape, path.c_str(), builder))
  {
    failToRead();
  }
  return file;
}
}

std::string CadFile::nameOf(const TopoDS_Shape& of) const
{
  const auto found = this->names.find(of.TShape().get());
  return found == this->names.end() ? "" : found->second;
}

CadFile readCadFile(const std::string& path)
{
  const std::size_t dot = path.rfind('.');
  const std::string kind = dot == std::string::npos ? "" : lower(path.substr(dot + 1));
  CadFile file;
  if (kind == "step" || kind == "stp")
  {
    file = readStep(path);
  }
  else if (kind == "iges" || kind == "igs")
  {
    file = readIges(path);
  }
  else if (kind == "brep" || kind == "rle")
  {
    file = readBrep(path);
  }
  else
  {
    throw std::runtime_error("The name of the file must end with step, stp, iges, igs or brep.");
  }
  if (file.shape.IsNull())
  {
    throw std::runtime_error("The file has no shape that could be read.");
  }
  return file;
}
