#include "pqAbsentArrayDecorator.h"

#include "vtkSMStringVectorProperty.h"

#include <QAbstractItemModel>
#include <QComboBox>

namespace
{
/// Index of the element of the property that is the name of the array.
constexpr unsigned int NameElement = 4;
}

//-----------------------------------------------------------------------------
pqAbsentArrayDecorator::pqAbsentArrayDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent), Choices(parent->findChild<QComboBox*>())
{
  if (this->Choices)
  {
    const QAbstractItemModel* model = this->Choices->model();
    QObject::connect(
      model, &QAbstractItemModel::rowsInserted, this, &pqAbsentArrayDecorator::update);
    QObject::connect(
      model, &QAbstractItemModel::dataChanged, this, &pqAbsentArrayDecorator::update);
    this->update();
  }
}

//-----------------------------------------------------------------------------
void pqAbsentArrayDecorator::update()
{
  auto* property = vtkSMStringVectorProperty::SafeDownCast(this->parentWidget()->property());
  const char* name = property ? property->GetDefaultValue(NameElement) : nullptr;
  const int index = name ? this->Choices->findText(QString("%1 (?)").arg(name)) : -1;
  if (index >= 0)
  {
    this->Choices->setItemText(index, tr("No %1").arg(name));
  }
}
