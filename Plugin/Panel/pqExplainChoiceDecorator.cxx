#include "pqExplainChoiceDecorator.h"

#include "pqCoreUtilities.h"
#include "vtkCommand.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QBoxLayout>
#include <QIcon>
#include <QLabel>

namespace
{
constexpr int PictureWidth = 88;
constexpr int PictureHeight = 61;
}

//-----------------------------------------------------------------------------
pqExplainChoiceDecorator::pqExplainChoiceDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent), Picture(new QLabel(parent)), Text(new QLabel(parent))
{
  this->Picture->setObjectName("ChoicePicture");
  this->Picture->setFixedSize(PictureWidth, PictureHeight);
  this->Text->setObjectName("ChoiceText");
  this->Text->setWordWrap(true);
  if (auto* layout = qobject_cast<QBoxLayout*>(parent->layout()))
  {
    layout->setDirection(QBoxLayout::TopToBottom);
  }
  parent->layout()->addWidget(this->Picture);
  parent->layout()->addWidget(this->Text);
  // Unapplied changes of the property are taken into account.
  for (const vtkCommand::EventIds event :
    { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
  {
    pqCoreUtilities::connect(parent->property(), event, this, SLOT(update()));
  }
  this->update();
}

//-----------------------------------------------------------------------------
void pqExplainChoiceDecorator::update()
{
  const vtkSMUncheckedPropertyHelper chosen(this->parentWidget()->property());
  QString text;
  QString picture;
  for (unsigned int i = 0; i < this->xml()->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* choice = this->xml()->GetNestedElement(i);
    int value = 0;
    if (choice->GetScalarAttribute("value", &value) && value == chosen.GetAsInt())
    {
      text = QString(choice->GetAttributeOrEmpty("text")).simplified();
      picture = choice->GetAttributeOrEmpty("picture");
    }
  }
  this->Text->setText(text);
  this->Text->setVisible(!text.isEmpty());
  if (!picture.isEmpty())
  {
    this->Picture->setPixmap(QIcon(picture).pixmap(PictureWidth, PictureHeight));
  }
  this->Picture->setVisible(!picture.isEmpty());
}
