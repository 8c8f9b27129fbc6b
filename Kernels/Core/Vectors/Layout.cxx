#include "Core/Vectors/Layout.h"

namespace trabecula
{
const char* pluralOf(Entity entity)
{
  switch (entity)
  {
    case Entity::Node:
      return "nodes";
    case Entity::Element:
      return "elements";
    case Entity::MaterialPoint:
      return "material points";
    case Entity::ControlPoint:
      return "control points";
    case Entity::Variable:
      return "design variables";
  }
  return "entities";
}
}
