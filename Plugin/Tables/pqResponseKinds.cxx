#include "pqResponseKinds.h"

#include "vtkDataObject.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkSMArrayListDomain.h"
#include "vtkSMEnumerationDomain.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <cmath>

namespace
{
constexpr unsigned int WordsOfResponse = 7;
/// Regions are offered if there are at most as many.
constexpr int MostRegions = 32;

//-----------------------------------------------------------------------------
QStringList wordsOf(const QString& list)
{
  return list.split(';', Qt::SkipEmptyParts);
}
}

//-----------------------------------------------------------------------------
QVector<pqResponseKind> pqResponseKinds::read(vtkSMProxy* proxy)
{
  QVector<pqResponseKind> kinds;
  vtkSMProperty* property = proxy->GetProperty("ResponseKinds");
  if (!property)
  {
    return kinds;
  }
  // The list of a filter does not change.
  if (vtkSMPropertyHelper(property).GetNumberOfElements() == 0)
  {
    proxy->UpdatePropertyInformation(property);
  }
  const vtkSMPropertyHelper words(property);
  for (unsigned int i = 0; i + WordsOfResponse <= words.GetNumberOfElements(); i += WordsOfResponse)
  {
    kinds.append({ words.GetAsString(i), words.GetAsString(i + 1), words.GetAsString(i + 2),
      wordsOf(words.GetAsString(i + 3)), words.GetAsString(i + 4),
      !QString(words.GetAsString(i + 5)).isEmpty(), wordsOf(words.GetAsString(i + 6)) });
  }
  return kinds;
}

//-----------------------------------------------------------------------------
QString pqResponseKinds::objective(vtkSMProxy* proxy)
{
  vtkSMProperty* property = proxy->GetProperty("Objective");
  auto* entries = property ? property->FindDomain<vtkSMEnumerationDomain>() : nullptr;
  return entries ? entries->GetEntryTextForValue(vtkSMUncheckedPropertyHelper(property).GetAsInt())
                 : "";
}

//-----------------------------------------------------------------------------
QStringList pqResponseKinds::loadCases(vtkSMProxy* proxy)
{
  QStringList names;
  vtkSMProperty* property = proxy->GetProperty("ForceArrays");
  if (!property)
  {
    return names;
  }
  const vtkSMUncheckedPropertyHelper selected(property);
  for (unsigned int i = 0; i < selected.GetNumberOfElements(); ++i)
  {
    names << selected.GetAsString(i);
  }
  auto* domain = property->FindDomain<vtkSMArrayListDomain>();
  for (unsigned int i = 0; names.isEmpty() && domain && i < domain->GetNumberOfStrings(); ++i)
  {
    names << domain->GetString(i);
  }
  return names;
}

//-----------------------------------------------------------------------------
QStringList pqResponseKinds::regions(vtkSMProxy* proxy, const QString& regionOf)
{
  QStringList numbers;
  const bool isOfCells = regionOf == "cells";
  vtkSMProperty* property = proxy->GetProperty(isOfCells ? "VolumeRegion" : "PointRegion");
  vtkSMProperty* inputs = proxy->GetProperty("Input");
  if (!property || !inputs || vtkSMPropertyHelper(inputs).GetNumberOfElements() == 0)
  {
    return numbers;
  }
  const vtkSMPropertyHelper input(inputs);
  auto* source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  const char* name = vtkSMUncheckedPropertyHelper(property).GetInputArrayNameToProcess();
  vtkPVDataInformation* data = source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
  vtkPVArrayInformation* array = data && name
    ? data->GetArrayInformation(name, isOfCells ? vtkDataObject::CELL : vtkDataObject::POINT)
    : nullptr;
  if (array)
  {
    const double* range = array->GetComponentRange(0);
    for (int i = 0; i < MostRegions && range[1] - range[0] < MostRegions; ++i)
    {
      const double number = std::floor(range[0]) + i;
      // The number 0 stands for no region of points.
      if (number <= range[1] && (isOfCells || number != 0.0))
      {
        numbers << QString::number(number);
      }
    }
  }
  return numbers;
}
