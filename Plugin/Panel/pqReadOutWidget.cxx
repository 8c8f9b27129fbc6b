#include "pqReadOutWidget.h"

#include "pqCoreUtilities.h"
#include "pqUnits.h"
#include "vtkCommand.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMStringVectorProperty.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStringList>

#include <cmath>

namespace
{
constexpr int Digits = 6;

//-----------------------------------------------------------------------------
// Returns an attribute of the hint; nullptr if there is none.
const char* attribute(vtkSMProperty* property, const char* name)
{
  vtkPVXMLElement* hints = property->GetHints();
  vtkPVXMLElement* hint = hints ? hints->FindNestedElementByName("ReadOut") : nullptr;
  return hint ? hint->GetAttribute(name) : nullptr;
}

//-----------------------------------------------------------------------------
// Returns the unit, which may depend on another property.
QString unitOf(vtkSMProperty* property)
{
  const char* other = attribute(property, "other_property");
  const bool isOther = other &&
    QString(attribute(property, "other_values"))
      .split(' ')
      .contains(QString::number(vtkSMPropertyHelper(property->GetParent(), other).GetAsInt()));
  return pqUnits::unit(property->GetParent(), attribute(property, isOther ? "other_unit" : "unit"));
}

//-----------------------------------------------------------------------------
QString textOf(vtkSMProperty* property)
{
  const vtkSMPropertyHelper values(property);
  if (vtkSMStringVectorProperty::SafeDownCast(property))
  {
    return values.GetNumberOfElements() ? values.GetAsString() : QString();
  }
  const char* none = attribute(property, "none");
  QStringList numbers;
  for (unsigned int i = 0; i < values.GetNumberOfElements(); ++i)
  {
    const double value = values.GetAsDouble(i);
    if (!std::isfinite(value) || (none && value == QString(none).toDouble()))
    {
      return QObject::tr("none yet");
    }
    numbers << QString::number(value, 'g', Digits);
  }
  const QString unit = unitOf(property);
  return numbers.join(", ") + (unit.isEmpty() ? "" : " ") + unit;
}
}

//-----------------------------------------------------------------------------
pqReadOutWidget::pqReadOutWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent)
  : Superclass(proxy, parent), Value(new QLabel(this))
{
  this->setProperty(property);
  this->Value->setObjectName("Value");
  this->Value->setWordWrap(true);
  this->Value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(this->Value);
  pqCoreUtilities::connect(property, vtkCommand::ModifiedEvent, this, SLOT(refresh()));
  if (vtkSMProperty* units = proxy->GetProperty("Units"))
  {
    pqCoreUtilities::connect(units, vtkCommand::ModifiedEvent, this, SLOT(refresh()));
  }
  if (pqUnits::instance())
  {
    QObject::connect(pqUnits::instance(), &pqUnits::changed, this, &pqReadOutWidget::refresh);
  }
  this->refresh();
}

//-----------------------------------------------------------------------------
void pqReadOutWidget::refresh()
{
  this->Value->setText(textOf(this->property()));
}

//-----------------------------------------------------------------------------
void pqReadOutWidget::showEvent(QShowEvent* event)
{
  if (!this->WasShown)
  {
    this->WasShown = true;
    this->setEnabled(true);
  }
  this->Superclass::showEvent(event);
}
