// Writes the CAD files of tests into a folder: those of parts whose faces and volumes are known,
// and those that cannot be used.

#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <IGESControl_Writer.hxx>
#include <Interface_Static.hxx>
#include <STEPControl_Writer.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Vertex.hxx>
#include <gp_Ax2.hxx>
#include <gp_Pln.hxx>

#include <cmath>
#include <cstdlib>
#include <string>

namespace
{
TopoDS_Shape box(double x, double y, double z, double a, double b, double c)
{
  return BRepPrimAPI_MakeBox(gp_Pnt(x, y, z), a, b, c).Shape();
}

TopoDS_Shape hole(const gp_Pnt& from, const gp_Dir& along, double radius, double length)
{
  return BRepPrimAPI_MakeCylinder(gp_Ax2(from, along), radius, length).Shape();
}

/// A plate of 80 x 60 x 10 with two holes of radius 4.5, on it an upright of 10 x 60 x 60 with a
/// hole of radius 6, and a fillet of radius 8 in the corner.
TopoDS_Shape bracket()
{
  TopoDS_Shape body = BRepAlgoAPI_Fuse(box(0, 0, 0, 80, 60, 10), box(0, 0, 0, 10, 60, 70)).Shape();
  BRepFilletAPI_MakeFillet fillet(body);
  for (TopExp_Explorer of(body, TopAbs_EDGE); of.More(); of.Next())
  {
    const TopoDS_Edge edge = TopoDS::Edge(of.Current());
    const gp_Pnt a = BRep_Tool::Pnt(TopExp::FirstVertex(edge));
    const gp_Pnt b = BRep_Tool::Pnt(TopExp::LastVertex(edge));
    const auto isInCorner = [](const gp_Pnt& p)
    { return std::abs(p.X() - 10.0) < 1e-9 && std::abs(p.Z() - 10.0) < 1e-9; };
    if (isInCorner(a) && isInCorner(b))
    {
      fillet.Add(8.0, edge);
      break;
    }
  }
  body = fillet.Shape();
  const gp_Dir up(0, 0, 1);
  body = BRepAlgoAPI_Cut(body, hole(gp_Pnt(60, 15, -1), up, 4.5, 12)).Shape();
  body = BRepAlgoAPI_Cut(body, hole(gp_Pnt(60, 45, -1), up, 4.5, 12)).Shape();
  return BRepAlgoAPI_Cut(body, hole(gp_Pnt(-1, 30, 50), gp_Dir(1, 0, 0), 6, 12)).Shape();
}

/// A quarter of a plate of 200 x 100 x 8 with a hole of radius 10 in its middle, cut by its three
/// planes of symmetry.
TopoDS_Shape plate()
{
  return BRepAlgoAPI_Cut(box(0, 0, 0, 100, 50, 4), hole(gp_Pnt(0, 0, -1), gp_Dir(0, 0, 1), 10, 6))
    .Shape();
}

TopoDS_Shape both(const TopoDS_Shape& a, const TopoDS_Shape& b)
{
  TopoDS_Compound all;
  const BRep_Builder builder;
  builder.MakeCompound(all);
  builder.Add(all, a);
  builder.Add(all, b);
  return all;
}

bool writeStep(const TopoDS_Shape& shape, const std::string& path, const char* unit)
{
  STEPControl_Writer writer;
  Interface_Static::SetCVal("write.step.unit", unit);
  Interface_Static::SetCVal("write.step.product.name", "Part");
  return writer.Transfer(shape, STEPControl_AsIs) == IFSelect_RetDone &&
    writer.Write(path.c_str()) == IFSelect_RetDone;
}

bool writeIges(const TopoDS_Shape& shape, const std::string& path)
{
  IGESControl_Writer writer("MM", 0); // faces, not solids
  writer.AddShape(shape);
  return writer.Write(path.c_str());
}
}

int main(int count, char** words)
{
  if (count != 2)
  {
    return EXIT_FAILURE;
  }
  const std::string folder = std::string(words[1]) + "/";
  const TopoDS_Shape part = bracket();
  const TopoDS_Shape touching = both(box(0, 0, 0, 10, 10, 10), box(10, 0, 0, 20, 10, 10));
  const TopoDS_Shape overlapping = both(box(0, 0, 0, 10, 10, 10), box(5, 0, 0, 20, 10, 10));
  const bool isWritten = writeStep(part, folder + "bracket.step", "MM") &&
    writeStep(plate(), folder + "plate.step", "MM") &&
    writeStep(part, folder + "bracket_inch.stp", "INCH") &&
    writeIges(part, folder + "bracket.iges") &&
    BRepTools::Write(part, (folder + "bracket.brep").c_str()) &&
    BRepTools::Write(overlapping, (folder + "overlapping.brep").c_str()) &&
    BRepTools::Write(touching, (folder + "two_boxes.brep").c_str()) &&
    BRepTools::Write(
      BRepBuilderAPI_MakeFace(gp_Pln(), 0, 10, 0, 10).Shape(), (folder + "sheet.brep").c_str());
  return isWritten ? EXIT_SUCCESS : EXIT_FAILURE;
}
