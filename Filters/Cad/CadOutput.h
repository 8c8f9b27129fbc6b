#ifndef TRABECULA_FILTERS_CADOUTPUT_H
#define TRABECULA_FILTERS_CADOUTPUT_H

#include "CadDescription.h"
#include "CadSource.h"

class vtkFieldData;
class vtkPolyData;
class vtkTable;

namespace trabecula::filters
{
/// Writes the triangles in the unit of the source with the arrays CadFace, CadSolid and CadFeature,
/// and as field data the source, FileUnit and those of writeFaceFields().
void writeSurface(const CadDescription& body, const CadSource& source, vtkPolyData* output);

/**
 * Writes what regions of conditions need to know of the faces, also where a filter has left the
 * surface behind, one value for each face: `CadFaceFeature`, its feature; `CadFaceDescription`, as
 * in the table; `CadHoleRadius`, the radius of the hole of which it is a part, else 0.
 * @param scale of lengths
 */
void writeFaceFields(const CadDescription& body, double scale, vtkFieldData* output);

/// Writes a row for each face. @param scale of lengths
void writeFaces(const CadDescription& body, double scale, vtkTable* output);
}

#endif
