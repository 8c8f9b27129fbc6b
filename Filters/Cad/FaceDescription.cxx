#include "FaceDescription.h"

#include <algorithm>
#include <cstddef>

namespace trabecula::filters
{
CadDescription::Face describeFace(const FaceShape& shape)
{
  CadDescription::Face face;
  face.kind = shape.kind == FaceKind::Plane ? "plane"
    : shape.kind == FaceKind::Cylinder      ? "cylinder"
                                            : "free form";
  face.area = shape.area;
  face.centre = shape.centre;
  face.direction = shape.direction;
  face.radius = shape.radius;
  face.span = shape.span;
  face.isInside = shape.isInside;
  return face;
}

CadDescription describeFaces(const SurfaceFaces& faces)
{
  CadDescription description;
  for (std::size_t f = 0; f < faces.shapes.size(); ++f)
  {
    CadDescription::Face face = describeFace(faces.shapes[f]);
    face.solid = faces.solidOf[f];
    face.feature = static_cast<std::int64_t>(f);
    description.faces.push_back(face);
    description.solids.resize(
      std::max(description.solids.size(), static_cast<std::size_t>(face.solid) + 1));
  }
  return description;
}
}
