#include "pqNoteWhenEmptyDecorator.h"

#include "pqCoreUtilities.h"
#include "vtkCommand.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QLabel>
#include <QLayout>

//-----------------------------------------------------------------------------
pqNoteWhenEmptyDecorator::pqNoteWhenEmptyDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent), Note(new QLabel(parent))
{
  this->Note->setObjectName("NoteWhenEmpty");
  this->Note->setWordWrap(true);
  this->Note->setText(xml->GetAttributeOrEmpty("text"));
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
  this->Note->setVisible(ticked.GetNumberOfElements() == 0);
}
