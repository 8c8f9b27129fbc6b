#include "pqConditionalNoteDecorator.h"

#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqPropertyWidget.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "vtkCommand.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QBoxLayout>
#include <QLabel>

#include <algorithm>
#include <string>

namespace
{
//-----------------------------------------------------------------------------
bool isApplicable(vtkPVXMLElement* note, vtkSMProxy* proxy)
{
  const char* property = note->GetAttribute("filter");
  if (property && !(proxy && proxy->GetProperty(property)))
  {
    return false;
  }
  const std::string wanted = note->GetAttributeOrEmpty("server");
  const pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  pqServer* server = proxy ? model->findServer(proxy->GetSession()) : nullptr;
  const bool isRemote = server && server->isRemote();
  return wanted.empty() ||
    (isRemote && (wanted == "ranks") == (server->getNumberOfPartitions() > 1));
}
}

//-----------------------------------------------------------------------------
pqConditionalNoteDecorator::pqConditionalNoteDecorator(
  vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent), Label(new QLabel(parent))
{
  const auto add = [this, parent](vtkPVXMLElement* note)
  {
    if (note->GetAttribute("text") && isApplicable(note, parent->proxy()))
    {
      this->Notes.append({ QString(note->GetAttribute("text")).simplified(),
        QString(note->GetAttributeOrEmpty("value")) });
    }
  };
  add(xml);
  for (unsigned int i = 0; i < xml->GetNumberOfNestedElements(); ++i)
  {
    add(xml->GetNestedElement(i));
  }
  this->Label->setObjectName("ConditionalNote");
  this->Label->setWordWrap(true);
  if (auto* layout = qobject_cast<QBoxLayout*>(parent->layout()))
  {
    layout->setDirection(QBoxLayout::TopToBottom);
  }
  parent->layout()->addWidget(this->Label);
  // Unapplied changes of the property are taken into account.
  for (const vtkCommand::EventIds event :
    { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
  {
    pqCoreUtilities::connect(parent->property(), event, this, SLOT(update()));
  }
  this->update();
}

//-----------------------------------------------------------------------------
void pqConditionalNoteDecorator::update()
{
  const vtkSMUncheckedPropertyHelper ticked(this->parentWidget()->property());
  const unsigned int count = ticked.GetNumberOfElements();
  const auto isShown = [&](const Note& note)
  {
    return note.value == "any" ||
      (note.value.isEmpty() ? count == 0
                            : count > 0 && ticked.GetAsDouble() == note.value.toDouble());
  };
  const auto shown = std::find_if(this->Notes.begin(), this->Notes.end(), isShown);
  this->Label->setText(shown == this->Notes.end() ? QString() : shown->text);
  this->Label->setVisible(shown != this->Notes.end());
}
