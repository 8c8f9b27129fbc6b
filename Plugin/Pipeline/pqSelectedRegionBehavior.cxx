#include "pqSelectedRegionBehavior.h"

#include "pqApplicationCore.h"
#include "pqConditionSource.h"
#include "pqObjectBuilder.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineFilter.h"
#include "pqPropertiesPanel.h"
#include "pqPropertyWidget.h"
#include "pqSelectionInputWidget.h"
#include "pqSelectionManager.h"
#include "vtkDataObject.h"
#include "vtkPVDataInformation.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSelectionNode.h"

#include <QPointer>
#include <QTimer>

namespace
{
constexpr int FacePatch = 6; // values of the property Region
constexpr int Faces = 9;

//-----------------------------------------------------------------------------
// Whether a selection, or the first of several appended selections, selects cells.
bool isOfCells(vtkSMProxy* selection)
{
  if (selection && selection->GetProperty("FieldType"))
  {
    return vtkSMPropertyHelper(selection, "FieldType").GetAsInt() == vtkSelectionNode::CELL;
  }
  return selection && selection->GetProperty("Input") &&
    vtkSMPropertyHelper(selection, "Input").GetNumberOfElements() > 0 &&
    isOfCells(vtkSMPropertyHelper(selection, "Input").GetAsProxy());
}

//-----------------------------------------------------------------------------
// Whether a part knows its faces, as that of a CAD file does.
bool knowsFaces(pqOutputPort* part)
{
  vtkPVDataInformation* data = part->getDataInformation();
  return data &&
    (data->GetArrayInformation("CadFeature", vtkDataObject::CELL) ||
      data->GetArrayInformation("CadFace", vtkDataObject::CELL) ||
      data->GetArrayInformation("CadFaceOfBoundary", vtkDataObject::FIELD));
}

//-----------------------------------------------------------------------------
// Triggers Copy Active Selection in the panel of a source.
void copySelection(pqPipelineSource* source)
{
  for (pqPropertiesPanel* panel : pqOptimizationSource::propertiesPanels())
  {
    for (pqPropertyWidget* widget : panel->findChildren<pqPropertyWidget*>())
    {
      auto* selection = widget->proxy() == source->getProxy()
        ? widget->findChild<pqSelectionInputWidget*>()
        : nullptr;
      if (selection)
      {
        QMetaObject::invokeMethod(selection, "copyActiveSelection");
        return;
      }
    }
  }
}
}

//-----------------------------------------------------------------------------
pqSelectedRegionBehavior::pqSelectedRegionBehavior(QObject* parent) : Superclass(parent)
{
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    &pqObjectBuilder::filterCreated, this, &pqSelectedRegionBehavior::onFilterCreated);
}

//-----------------------------------------------------------------------------
void pqSelectedRegionBehavior::onFilterCreated(pqPipelineSource* source)
{
  auto* filter = qobject_cast<pqPipelineFilter*>(pqConditionSource::cast(source));
  const auto* manager =
    qobject_cast<pqSelectionManager*>(pqApplicationCore::instance()->manager("SELECTION_MANAGER"));
  pqOutputPort* selected = manager ? manager->getSelectedPort() : nullptr;
  pqOutputPort* input = filter ? filter->getAnyInput() : nullptr;
  vtkSMProperty* region = filter ? source->getProxy()->GetProperty("Region") : nullptr;
  if (!input || !region || !region->IsValueDefault())
  {
    return;
  }
  if (!selected || selected->getSource() != input->getSource() ||
    !isOfCells(selected->getSelectionInput()))
  {
    if (knowsFaces(input))
    {
      vtkSMPropertyHelper(region).Set(Faces);
    }
    return;
  }
  vtkSMPropertyHelper(region).Set(FacePatch);
  // Delayed until the panel has created its widgets.
  QTimer::singleShot(0, this,
    [made = QPointer<pqPipelineSource>(source)]()
    {
      if (made)
      {
        copySelection(made);
      }
    });
}
