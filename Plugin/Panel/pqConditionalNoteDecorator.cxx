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

#include <string>

namespace
{
//-----------------------------------------------------------------------------
bool isRemote(vtkSMProxy* proxy)
{
  const pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  const pqServer* server = proxy ? model->findServer(proxy->GetSession()) : nullptr;
  return server && server->isRemote();
}
}

//-----------------------------------------------------------------------------
pqConditionalNoteDecorator::pqConditionalNoteDecorator(
  vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent), Note(new QLabel(parent)), Value(xml->GetAttributeOrEmpty("value")),
    IsApplicable(
      std::string(xml->GetAttributeOrEmpty("server")) != "remote" || isRemote(parent->proxy()))
{
  this->Note->setObjectName("ConditionalNote");
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
void pqConditionalNoteDecorator::update()
{
  const vtkSMUncheckedPropertyHelper ticked(this->parentWidget()->property());
  const bool isShown = this->Value.isEmpty()
    ? ticked.GetNumberOfElements() == 0
    : ticked.GetNumberOfElements() > 0 && ticked.GetAsDouble() == this->Value.toDouble();
  this->Note->setVisible(isShown && this->IsApplicable);
}
