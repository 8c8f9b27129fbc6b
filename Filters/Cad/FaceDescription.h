#ifndef TRABECULA_FILTERS_FACEDESCRIPTION_H
#define TRABECULA_FILTERS_FACEDESCRIPTION_H

#include "CadDescription.h"

#include "Geometry/Faces/SurfaceFaces.h"

namespace trabecula::filters
{
/// Returns what was found of a face in the terms of CAD files.
CadDescription::Face describeFace(const FaceShape& shape);

/// Returns the faces of a surface in the terms of CAD files; each is a feature of its own.
CadDescription describeFaces(const SurfaceFaces& faces);
}

#endif
