#ifndef TRABECULA_TESTING_FILTERS_CONDITIONS_SPATIALREGIONTESTINPUT_H
#define TRABECULA_TESTING_FILTERS_CONDITIONS_SPATIALREGIONTESTINPUT_H

#include "ConditionTestInput.h"

#include "vtkDesignRegion.h"
#include "vtkMechanicalSupport.h"
#include "vtkPolyData.h"

#include <cmath>
#include <functional>

namespace trabecula::testing
{
using Points = std::vector<vtkIdType>;

/// Returns the points that a support holds, after a change of its properties.
inline Points held(vtkDataSet* data, const std::function<void(vtkMechanicalSupport*)>& choose)
{
  auto support = conditionOn<vtkMechanicalSupport>(data);
  choose(support);
  return markedPoints(meshOf(support), "Supports");
}

/// Returns a support of faces by their numbers.
inline vtkSmartPointer<vtkMechanicalSupport> supportOfFaces(
  vtkDataSet* data, const std::vector<vtkIdType>& faces)
{
  auto support = conditionOn<vtkMechanicalSupport>(data);
  support->SetRegion(vtkRegionCondition::FACES);
  for (const vtkIdType face : faces)
  {
    support->AddFace(face);
  }
  return support;
}

/// Returns the cells of a design region.
inline Points solid(vtkDataSet* data, const std::function<void(vtkDesignRegion*)>& choose)
{
  auto region = conditionOn<vtkDesignRegion>(data);
  choose(region);
  const std::vector<double> values = cellValues(meshOf(region), "DesignRegion");
  Points cells;
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (values[i] == 1.0)
    {
      cells.push_back(static_cast<vtkIdType>(i));
    }
  }
  return cells;
}

inline double distance(const double* x, double a, double b, double c)
{
  return std::hypot(x[0] - a, x[1] - b, x[2] - c);
}
}

#endif
