#ifndef TRABECULA_CAD_CADFILE_H
#define TRABECULA_CAD_CADFILE_H

#include <TopoDS_Shape.hxx>

#include <map>
#include <string>

/// A body that was read, with lengths in mm unless the file has no unit.
struct CadFile
{
  TopoDS_Shape shape;
  std::string unit = {};                            ///< of the file, as "inch"; empty if unknown
  std::map<const void*, std::string> names = {};    ///< of faces and solids, by their TShape
  std::string nameOf(const TopoDS_Shape& of) const; ///< empty without one
};

/// Reads a STEP, IGES or BREP file; the kind follows from the name. @throws std::runtime_error
CadFile readCadFile(const std::string& path);

#endif
