#include "pqUnitDecorator.h"

#include "pqCoreUtilities.h"
#include "pqMaterialWidget.h"
#include "pqPropertyWidget.h"
#include "pqUnits.h"
#include "vtkCommand.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStringList>

#include <algorithm>

namespace
{
constexpr int Margin = 4;

//-----------------------------------------------------------------------------
QLabel* newLabel(QWidget* parent)
{
  auto* label = new QLabel(parent);
  label->setObjectName("Unit");
  label->setEnabled(false); // looks unlike a number that can be typed
  return label;
}
}

//-----------------------------------------------------------------------------
pqUnitDecorator::pqUnitDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent), Quantity(xml->GetAttributeOrEmpty("of")),
    IsFromMaterial(xml->GetAttribute("from_material") != nullptr)
{
  vtkSMProxy* proxy = parent->proxy();
  const QStringList names =
    QString(xml->GetAttributeOrEmpty("fields")).split(' ', Qt::SkipEmptyParts);
  for (QLineEdit* field : parent->findChildren<QLineEdit*>())
  {
    const auto begins = [field](const QString& name)
    { return field->objectName().startsWith(name); };
    if (!this->Quantity.isEmpty() &&
      (names.isEmpty() || std::any_of(names.begin(), names.end(), begins)))
    {
      this->Fields << field;
    }
  }
  this->IsRow = this->labelRow();
  if (!this->IsRow)
  {
    this->labelFields();
  }
  // Unapplied changes of properties are taken into account.
  for (const vtkCommand::EventIds event :
    { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
  {
    if (vtkSMProperty* units = proxy->GetProperty("Units"))
    {
      pqCoreUtilities::connect(units, event, this, SLOT(update()));
    }
    vtkSMProperty* material = this->IsFromMaterial ? pqMaterialWidget::propertyOf(proxy) : nullptr;
    if (material)
    {
      pqCoreUtilities::connect(material, event, this, SIGNAL(visibilityChanged()));
    }
  }
  if (pqUnits::instance())
  {
    QObject::connect(pqUnits::instance(), &pqUnits::changed, this, &pqUnitDecorator::update);
  }
  this->update();
}

//-----------------------------------------------------------------------------
bool pqUnitDecorator::labelRow()
{
  auto* row = qobject_cast<QHBoxLayout*>(this->parentWidget()->layout());
  const auto isInRow = [row](QLineEdit* field) { return row->indexOf(field) >= 0; };
  if (!row || this->Fields.size() < 2 ||
    !std::all_of(this->Fields.begin(), this->Fields.end(), isInRow))
  {
    return false;
  }
  this->Labels << newLabel(this->parentWidget());
  row->insertWidget(row->indexOf(this->Fields.last()) + 1, this->Labels.last());
  return true;
}

//-----------------------------------------------------------------------------
void pqUnitDecorator::labelFields()
{
  // Three fields with units and the name of a point on one line would be wider than the panel.
  const QList<QLabel*> names =
    this->Fields.size() > 1 ? this->parentWidget()->findChildren<QLabel*>() : QList<QLabel*>();
  for (QLabel* name : names)
  {
    name->setWordWrap(true);
  }
  for (QLineEdit* field : this->Fields)
  {
    auto* layout = new QHBoxLayout(field);
    layout->setContentsMargins(Margin, 0, Margin, 0);
    this->Labels << newLabel(field);
    layout->addWidget(this->Labels.last(), 0, Qt::AlignRight | Qt::AlignVCenter);
  }
}

//-----------------------------------------------------------------------------
bool pqUnitDecorator::canShowWidget(bool) const
{
  return !this->IsFromMaterial || !pqMaterialWidget::hasMaterial(this->parentWidget()->proxy());
}

//-----------------------------------------------------------------------------
void pqUnitDecorator::update()
{
  vtkSMProxy* proxy = this->parentWidget()->proxy();
  const bool isKnown = pqUnits::of(proxy) != pqUnits::System::Consistent;
  const QString unit = isKnown ? pqUnits::unit(proxy, this->Quantity) : QString();
  for (int i = 0; i < this->Labels.size(); ++i)
  {
    this->Labels[i]->setText(unit);
    this->Labels[i]->setVisible(!unit.isEmpty());
    if (!this->IsRow)
    {
      this->Fields[i]->setTextMargins(
        0, 0, unit.isEmpty() ? 0 : this->Labels[i]->sizeHint().width() + Margin, 0);
    }
  }
}
