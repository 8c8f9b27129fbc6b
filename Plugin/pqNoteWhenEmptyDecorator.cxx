#include "pqNoteWhenEmptyDecorator.h"

#include "pqCoreUtilities.h"
#include "vtkCommand.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QBoxLayout>
#include <QLabel>

//-----------------------------------------------------------------------------
pqNoteWhenEmptyDecorator::pqNoteWhenEmptyDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent), Note(new QLabel(parent)), Value(xml->GetAttributeOrEmpty("value"))
{
  this->Note->setObjectName("NoteWhenEmpty");
  this->Note->setWordWrap(true);
  this->Note->setText(xml->GetAttributeOrEmpty("text"));
  if (auto* layout = qobject_cast<QBoxLayout*>(parent->layout()))
  {
    layout->setDirection(QBoxLayout::TopToBottom);
  }
  parent->layout()->addWidget(this->Note);
  // What is ticked and not yet applied counts.
  for (const vtkCommand::EventIds event :
    { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
  {
    pqCoreUtilities::connect(parent->property(), event, this, SLOT(update()));
  }
  this->update();
}

//-----------------------------------------------------------------------------
void pqNoteWhenEmptyDecorator::update()
{
  const vtkSMUncheckedPropertyHelper ticked(this->parentWidget()->property());
  const bool isShown = this->Value.isEmpty()
    ? ticked.GetNumberOfElements() == 0
    : ticked.GetNumberOfElements() > 0 && ticked.GetAsDouble() == this->Value.toDouble();
  this->Note->setVisible(isShown);
}
