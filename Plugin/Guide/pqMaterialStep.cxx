#include "pqMaterialStep.h"

#include "pqMaterialWidget.h"
#include "pqPartPipeline.h"
#include "pqPipelineSource.h"
#include "pqProxyWidget.h"
#include "pqUnits.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QComboBox>
#include <QFormLayout>
#include <QSignalBlocker>

namespace
{
using System = pqUnits::System;

//-----------------------------------------------------------------------------
/// The units that belong to the length unit of a CAD reader; consistent ones if there are none.
System unitsOf(pqPipelineSource* part)
{
  vtkSMProxy* proxy = part ? part->getProxy() : nullptr;
  if (proxy && proxy->GetProperty("LengthUnit"))
  {
    switch (vtkSMPropertyHelper(proxy, "LengthUnit").GetAsInt())
    {
      case 0:
        return System::Millimetres;
      case 2:
        return System::Metres;
      case 3:
        return System::Inches;
      default:
        break;
    }
  }
  return System::Consistent;
}
}

//-----------------------------------------------------------------------------
pqMaterialStep::pqMaterialStep(pqPartPipeline* pipeline)
  : Superclass("Material", tr("Units and Material"),
      tr("In which units do you give numbers, and what is the part made of? Take a material of the "
         "list, or <i>Custom</i> and type its values."),
      pipeline),
    Units(new QComboBox)
{
  this->Units->setObjectName("Units");
  for (const System system : trabecula::filters::unitSystems())
  {
    this->Units->addItem(
      QString::fromStdString(trabecula::filters::systemName(system)), static_cast<int>(system));
  }
  this->Units->setToolTip(tr("Units of all numbers, as in the menu Trabecula > Units"));
  auto* row = new QWidget;
  row->setObjectName("UnitsRow");
  auto* layout = new QFormLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addRow(tr("Units"), this->Units);
  this->add(row);
  QObject::connect(
    this->Units, QOverload<int>::of(&QComboBox::activated), this, &pqMaterialStep::chooseUnits);
}

//-----------------------------------------------------------------------------
void pqMaterialStep::chooseUnits(int index)
{
  pqUnits::instance()->choose(static_cast<System>(this->Units->itemData(index).toInt()));
  vtkSMProxy* material = this->pipeline()->material();
  if (material && !this->pipeline()->design()) // the others are set by choose()
  {
    vtkSMPropertyHelper(material, "Units").Set(this->Units->itemData(index).toInt());
    material->UpdateVTKObjects();
    this->clearProperties(0);
  }
  this->refresh();
  Q_EMIT this->edited();
}

//-----------------------------------------------------------------------------
void pqMaterialStep::enter()
{
  // What the part says is proposed to those who have not chosen units yet.
  const System proposed = unitsOf(this->pipeline()->part());
  if (pqUnits::instance()->system() == System::Consistent && proposed != System::Consistent)
  {
    this->chooseUnits(this->Units->findData(static_cast<int>(proposed)));
    return;
  }
  if (vtkSMProxy* material = this->pipeline()->material())
  {
    vtkSMPropertyHelper(material, "Units").Set(static_cast<int>(pqUnits::instance()->system()));
    material->UpdateVTKObjects();
  }
  this->refresh();
}

//-----------------------------------------------------------------------------
bool pqMaterialStep::isDone() const
{
  vtkSMProxy* material = this->pipeline()->part() ? this->pipeline()->material() : nullptr;
  return material &&
    (pqMaterialWidget::hasMaterial(material) ||
      vtkSMPropertyHelper(material, "YoungsModulus").GetAsDouble() != 1.0);
}

//-----------------------------------------------------------------------------
QString pqMaterialStep::summary() const
{
  vtkSMProxy* material = this->pipeline()->part() ? this->pipeline()->material() : nullptr;
  return material && pqMaterialWidget::hasMaterial(material)
    ? QString(vtkSMPropertyHelper(material, "Material").GetAsString())
    : QString();
}

//-----------------------------------------------------------------------------
void pqMaterialStep::refresh()
{
  {
    const QSignalBlocker blocker(this->Units);
    this->Units->setCurrentIndex(
      this->Units->findData(static_cast<int>(pqUnits::instance()->system())));
  }
  this->showProperties(0, this->pipeline()->material(), pqPartPipeline::materialProperties());
}

//-----------------------------------------------------------------------------
QString pqMaterialStep::finish()
{
  vtkSMProxy* material = this->pipeline()->material();
  if (pqProxyWidget* properties = this->propertiesAt(0))
  {
    properties->apply();
  }
  return material && pqMaterialWidget::hasMaterial(material) &&
      pqUnits::instance()->system() == System::Consistent
    ? tr("Choose units first: the values of a material are given in them.")
    : QString();
}
