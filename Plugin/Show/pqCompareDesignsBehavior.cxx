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

#include <cstdlib>
#include <iterator>
#include <string>

namespace
{
struct Category
{
  const char* value;
  const char* text;
  double color[3];
};

// Common solid has a neutral color; the other two are distinguishable for color-blind viewers.
constexpr Category Categories[] = {
  { "0", "Neither", { 0.93, 0.93, 0.93 } },
  { "1", "Only %1", { 0.88, 0.54, 0.24 } }, // the reference
  { "2", "Only %1", { 0.24, 0.52, 0.72 } }, // the other design
  { "3", "Both", { 0.80, 0.76, 0.68 } },
};

//-----------------------------------------------------------------------------
vtkPVXMLElement* findHint(pqPipelineSource* source)
{
  vtkPVXMLElement* hints = source ? source->getHints() : nullptr;
  return hints ? hints->FindNestedElementByName("DesignComparison") : nullptr;
}

//-----------------------------------------------------------------------------
// Connects ports of this name if the sources of the inputs have them.
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
// Sets the names to those in the pipeline browser, with the port if one filter provides several
// inputs.
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
// Returns the name of a design, from the property or from the default of the filter.
QString nameOf(vtkSMProxy* filter, const char* property, unsigned int index)
{
  vtkSMProperty* names = property ? filter->GetProperty(property) : nullptr;
  vtkSMPropertyHelper chosen(names, true);
  const QString name =
    names && index < chosen.GetNumberOfElements() ? chosen.GetAsString(index) : "";
  return name.isEmpty() ? QObject::tr("Design %1").arg(index + 1) : name;
}

//-----------------------------------------------------------------------------
// Sets named colors for an array, unless it has some already.
void colorCategories(vtkSMProxy* colors, const QString& reference, const QString& other)
{
  vtkSMPropertyHelper annotations(colors, "Annotations");
  vtkSMPropertyHelper values(colors, "IndexedColors");
  const unsigned int count = annotations.GetNumberOfElements();
  const bool areOurs = count == 2 * std::size(Categories) &&
    annotations.GetAsString(1) == std::string(Categories[0].text);
  if (count > 0 && !areOurs)
  {
    return;
  }
  unsigned int index = 0;
  for (const Category& category : Categories)
  {
    const QString text = category.text;
    annotations.Set(2 * index, category.value);
    annotations.Set(2 * index + 1,
      (text.contains("%1") ? text.arg(index == 1 ? reference : other) : text).toUtf8().data());
    for (unsigned int c = 0; c < 3 && !areOurs; ++c)
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
      const unsigned int design = std::strtoul(name + prefix.size(), nullptr, 10); // from 1
      const char* names = hint->GetAttribute("names");
      colorCategories(manager->GetColorTransferFunction(name, source->proxyManager()),
        nameOf(source->getProxy(), names, 0),
        nameOf(source->getProxy(), names, design > 0 ? design - 1 : 0));
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
