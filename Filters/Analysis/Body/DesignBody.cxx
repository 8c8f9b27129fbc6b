#include "DesignBody.h"

#include "InputArrays.h"
#include "LoadsOfDesignFields.h"
#include "SolidMeshConverter.h"
#include "StructureInputConverter.h"
#include "TopologySurfaceConverter.h"

#include "Core/Error.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkUnstructuredGrid.h"

namespace trabecula::filters
{
namespace
{
constexpr const char* SupportsName = "Supports";
/// The name that writeIterate() uses.
constexpr const char* ThermalComplianceName = "ThermalCompliance";
constexpr const char* DefaultDensity = "Density";

double numberOf(vtkFieldData* fields, const char* name, double instead)
{
  vtkDataArray* array = fields->GetArray(name);
  return array && array->GetNumberOfValues() > 0 ? array->GetComponent(0, 0) : instead;
}

StructureArrays arraysOf(vtkDataSet* design)
{
  StructureArrays arrays;
  arrays.supports = SupportsName;
  arrays.prescribedDisplacement = "PrescribedDisplacement";
  arrays.prescribedDisplacementIsOptional = true;
  arrays.springs = "Springs";
  arrays.springsAreOptional = true;
  vtkFieldData* fields = design->GetFieldData();
  auto* names = vtkStringArray::SafeDownCast(fields->GetAbstractArray("LoadCases"));
  for (vtkIdType i = 0; names && i < names->GetNumberOfValues(); ++i)
  {
    arrays.forces.push_back(names->GetValue(i));
  }
  vtkDataArray* weights = fields->GetArray("LoadCaseWeights");
  if (weights && names && weights->GetNumberOfValues() == names->GetNumberOfValues())
  {
    arrays.weights = valuesOf(weights);
  }
  return arrays;
}

void readConditions(vtkUnstructuredGrid* grid, DesignBody& body)
{
  if (grid->GetFieldData()->HasArray(ThermalComplianceName))
  {
    body.missing = "It is the design of a body that conducts heat, which is no structure. Analyse "
                   "it with Heat Conduction.";
    return;
  }
  if (!grid->GetPointData()->HasArray(SupportsName))
  {
    body.missing = "It has no point array \"Supports\", so that nothing says where it is held.";
    return;
  }
  try
  {
    StructureArrays arrays = arraysOf(grid);
    body.structure.ofDesign =
      readLoadsOfDesign(grid->GetFieldData(), grid, body.structure.pointMasses);
    if (body.structure.ofDesign.areSome())
    {
      allowCasesOfDesign(grid, arrays);
    }
    readStructure(grid, arrays, body.structure);
  }
  catch (const Error& error)
  {
    body.missing = error.what();
  }
}
}

bool isInPlaneStress(vtkDataSet* design)
{
  return numberOf(design->GetFieldData(), "PlaneStress", 0.0) != 0.0;
}

DesignBody readDesignBody(
  vtkDataSet* input, vtkUnstructuredGrid* grid, const std::string& densityArray)
{
  DesignBody body;
  readConditions(grid, body);
  if (!body.missing.empty())
  {
    return body;
  }
  body.structure.mesh = makeMesh(grid);
  setLoadsOfDesign(body.structure, LoadsOfDesign(body.structure.ofDesign));
  vtkFieldData* fields = grid->GetFieldData();
  body.structure.material.youngsModulus = numberOf(fields, "YoungsModulus", 1.0);
  body.structure.material.poissonsRatio = numberOf(fields, "PoissonsRatio", 0.3);
  body.isPlane = isInPlaneStress(grid);

  TopologySurfaceArrays arrays;
  arrays.density = densityArray;
  arrays.densityIsDefault = densityArray == DefaultDensity;
  arrays.designRegion = densityArray.empty() ? "" : "DesignRegion";
  arrays.designRegionIsOptional = true;
  const vtkSmartPointer<vtkDataSet> cells = cellsOfSurface(input);
  std::string note;
  const vtkSmartPointer<vtkUnstructuredGrid> ofSurface =
    cells == input ? vtkSmartPointer<vtkUnstructuredGrid>(grid) : makeSolidGrid(cells, note);
  readSurfaceInput(ofSurface, arrays, body.surface);
  return body;
}
}
