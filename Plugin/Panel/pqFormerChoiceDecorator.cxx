#include "pqFormerChoiceDecorator.h"

#include "vtkPVXMLElement.h"

#include <QAbstractItemModel>
#include <QComboBox>

//-----------------------------------------------------------------------------
pqFormerChoiceDecorator::pqFormerChoiceDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent), Choices(parent->findChild<QComboBox*>())
{
  if (this->Choices)
  {
    // Choices are still being added when the signal is sent.
    QObject::connect(this->Choices->model(), &QAbstractItemModel::rowsInserted, this,
      &pqFormerChoiceDecorator::update, Qt::QueuedConnection);
    this->update();
  }
}

//-----------------------------------------------------------------------------
void pqFormerChoiceDecorator::update()
{
  const int index = this->Choices->findText(this->xml()->GetAttributeOrEmpty("choice"));
  if (index >= 0)
  {
    this->Choices->removeItem(index);
  }
}
