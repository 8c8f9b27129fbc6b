#include "pqMaterialStep.h"

#include "pqMaterialWidget.h"
#include "pqPartPipeline.h"
#include "pqPipelineSource.h"
#include "pqProxyWidget.h"
#include "pqUnits.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace
{
using System = pqUnits::System;

//-----------------------------------------------------------------------------
/// The units that belong to the length unit of a CAD reader. Files of other kinds have no unit:
/// those of parts are in mm nearly always.
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
  return part ? System::Millimetres : System::Consistent;
}

//-----------------------------------------------------------------------------
QString unitOfLength(System system)
{
  const QString names = QString::fromStdString(trabecula::filters::systemName(system));
  return system == System::Consistent ? QObject::tr("in your unit of length")
                                      : names.section(',', 0, 0);
}
}

//-----------------------------------------------------------------------------
pqMaterialStep::pqMaterialStep(pqPartPipeline* pipeline)
  : Superclass("Material", tr("Units and Material"),
      tr("In which units do you give numbers, and what is the part made of? Take a material of the "
         "list, or <i>Custom</i> and type its values."),
      pipeline),
    Units(new QComboBox), Size(new QLabel)
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
  this->Size->setObjectName("Size");
  this->Size->setWordWrap(true);
  this->add(this->Size);
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
  // A pipeline that came from elsewhere may have numbers in other units than its file suggests.
  const bool isNew = this->ProposedFor != this->pipeline()->part() &&
    (this->pipeline()->hasUnit() || !this->pipeline()->design());
  this->ProposedFor = this->pipeline()->part();
  if (isNew && pqUnits::instance()->system() == System::Consistent &&
    proposed != System::Consistent)
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
    (pqMaterialWidget::hasMaterial(material)
        ? pqUnits::instance()->system() != System::Consistent
        : vtkSMPropertyHelper(material, "YoungsModulus").GetAsDouble() != 1.0);
}

//-----------------------------------------------------------------------------
QString pqMaterialStep::summary() const
{
  vtkSMProxy* material = this->pipeline()->part() ? this->pipeline()->material() : nullptr;
  return material && pqMaterialWidget::hasMaterial(material)
    ? QString(vtkSMUncheckedPropertyHelper(material, "Material").GetAsString())
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
  this->Size->setText(
    tr("The part measures %1 %2.%3")
      .arg(this->pipeline()->partSize(), unitOfLength(pqUnits::instance()->system()),
        this->pipeline()->hasUnit()
          ? QString()
          : tr(" Its file states no unit: choose another if that is wrong.")));
  this->Size->setVisible(this->pipeline()->part());
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
  if (!material || this->isDone())
  {
    return QString();
  }
  const System system = pqUnits::instance()->system();
  if (pqMaterialWidget::hasMaterial(material))
  {
    return tr("Choose units first: the values of a material are given in them.");
  }
  return system == System::Consistent
    ? QString() // compliances over a modulus of 1 are what many compare
    : tr("Choose a material, or type its Young's modulus: the default, %1, is that of none.")
        .arg("1 " + pqUnits::unit(material, "force / area"));
}
