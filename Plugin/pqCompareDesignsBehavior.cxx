#include "pqCompareDesignsBehavior.h"

#include "pqApplicationCore.h"
#include "pqObjectBuilder.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "pqVariantViews.h"
#include "pqView.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTransferFunctionManager.h"

#include <string>

namespace
{
struct Category
{
  const char* value;
  const char* text;
  double color[3];
};

// A neutral color for common solid; the other two are distinguishable for color-blind viewers.
constexpr Category Categories[] = {
  { "0", "Neither", { 0.93, 0.93, 0.93 } },
  { "1", "Only the reference", { 0.88, 0.54, 0.24 } },
  { "2", "Only this design", { 0.24, 0.52, 0.72 } },
  { "3", "Both", { 0.80, 0.76, 0.68 } },
};

//-----------------------------------------------------------------------------
vtkPVXMLElement* findHint(pqPipelineSource* source)
{
  vtkPVXMLElement* hints = source ? source->getHints() : nullptr;
  return hints ? hints->FindNestedElementByName("DesignComparison") : nullptr;
}

//-----------------------------------------------------------------------------
// Connects the ports of this name, where inputs have one.
void preferPort(vtkSMProxy* filter, const char* name)
{
  vtkSMPropertyHelper inputs(filter, "Input");
  for (unsigned int i = 0; name && i < inputs.GetNumberOfElements(); ++i)
  {
    auto* producer = vtkSMSourceProxy::SafeDownCast(inputs.GetAsProxy(i));
    for (unsigned int port = 0; producer && port < producer->GetNumberOfOutputPorts(); ++port)
    {
      if (std::string(name) == producer->GetOutputPortName(port))
      {
        inputs.Set(i, producer, port);
      }
    }
  }
}

//-----------------------------------------------------------------------------
// As the pipeline browser has them; with the port where one filter gives several inputs.
void fillNames(vtkSMProxy* filter, const char* property)
{
  vtkSMProperty* names = property ? filter->GetProperty(property) : nullptr;
  if (!names || !names->IsValueDefault())
  {
    return;
  }
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  vtkSMPropertyHelper inputs(filter, "Input");
  vtkSMPropertyHelper chosen(names);
  for (unsigned int i = 0; i < inputs.GetNumberOfElements(); ++i)
  {
    int uses = 0;
    for (unsigned int j = 0; j < inputs.GetNumberOfElements(); ++j)
    {
      uses += inputs.GetAsProxy(j) == inputs.GetAsProxy(i) ? 1 : 0;
    }
    auto* source = model->findItem<pqPipelineSource*>(inputs.GetAsProxy(i));
    pqOutputPort* port =
      source ? source->getOutputPort(static_cast<int>(inputs.GetOutputPort(i))) : nullptr;
    QString name = source ? source->getSMName() : QString();
    if (uses > 1 && port)
    {
      name += ", " + port->getPortName();
    }
    chosen.Set(i, name.toUtf8().data());
  }
}

//-----------------------------------------------------------------------------
// Named colors for an array, unless it has some already.
void colorCategories(vtkSMProxy* colors)
{
  vtkSMPropertyHelper annotations(colors, "Annotations");
  if (annotations.GetNumberOfElements() > 0)
  {
    return;
  }
  vtkSMPropertyHelper values(colors, "IndexedColors");
  unsigned int index = 0;
  for (const Category& category : Categories)
  {
    annotations.Set(2 * index, category.value);
    annotations.Set(2 * index + 1, category.text);
    for (unsigned int c = 0; c < 3; ++c)
    {
      values.Set(3 * index + c, category.color[c]);
    }
    ++index;
  }
  vtkSMPropertyHelper(colors, "IndexedLookup").Set(1);
  colors->UpdateVTKObjects();
}
}

//-----------------------------------------------------------------------------
pqCompareDesignsBehavior::pqCompareDesignsBehavior(QObject* parent)
  : Superclass([](pqPipelineSource* source) { return findHint(source) != nullptr; }, parent)
{
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    &pqObjectBuilder::filterCreated, this, &pqCompareDesignsBehavior::onFilterCreated);
}

//-----------------------------------------------------------------------------
void pqCompareDesignsBehavior::onFilterCreated(pqPipelineSource* source)
{
  if (vtkPVXMLElement* hint = findHint(source))
  {
    preferPort(source->getProxy(), hint->GetAttribute("preferred_port"));
    fillNames(source->getProxy(), hint->GetAttribute("names"));
    pqVariantViews::leave();
  }
}

//-----------------------------------------------------------------------------
bool pqCompareDesignsBehavior::onApplied(pqPipelineSource* source, bool isNew)
{
  vtkPVXMLElement* hint = findHint(source);
  if (!hint->GetAttribute("categories"))
  {
    return true;
  }
  const std::string prefix = hint->GetAttribute("categories");
  pqOutputPort* differences = source->getOutputPort(0);
  vtkPVDataSetAttributesInformation* arrays =
    differences->getDataInformation()->GetAttributeInformation(vtkDataObject::CELL);
  vtkNew<vtkSMTransferFunctionManager> manager;
  for (int i = 0; i < arrays->GetNumberOfArrays(); ++i)
  {
    const char* name = arrays->GetArrayInformation(i)->GetName();
    if (std::string(name).rfind(prefix, 0) == 0)
    {
      colorCategories(manager->GetColorTransferFunction(name, source->proxyManager()));
    }
  }
  const bool hasResult = arrays->GetNumberOfArrays() > 0;
  for (pqView* view : differences->getViews())
  {
    if (isNew && hasResult)
    {
      pqApplyBehavior::hideInputs(source, view);
    }
    view->render();
  }
  return hasResult;
}
