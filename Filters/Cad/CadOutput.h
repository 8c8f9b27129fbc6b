#ifndef TRABECULA_FILTERS_CADOUTPUT_H
#define TRABECULA_FILTERS_CADOUTPUT_H

#include "CadDescription.h"

#include <string>

class vtkPolyData;
class vtkTable;

namespace trabecula::filters
{
/// Writes the triangles with the arrays CadFace, CadSolid and CadFeature, and the units as field
/// data.
/// @param scale of lengths @param unit that they then have
void writeSurface(
  const CadDescription& body, double scale, const std::string& unit, vtkPolyData* output);

/// Writes a row for each face. @param scale of lengths
void writeFaces(const CadDescription& body, double scale, vtkTable* output);
}

#endif
