#include "pqCheckpointFileWidget.h"

#include "pqApplicationCore.h"
#include "pqFileChooserWidget.h"
#include "pqServerManagerModel.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"

#include <QHBoxLayout>

//-----------------------------------------------------------------------------
pqCheckpointFileWidget::pqCheckpointFileWidget(
  vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent)
  : Superclass(proxy, parent)
{
  auto* chooser = new pqFileChooserWidget(this);
  chooser->setObjectName("FileChooser");
  chooser->setForceSingleFile(true);
  chooser->setServer(
    pqApplicationCore::instance()->getServerManagerModel()->findServer(proxy->GetSession()));
  if (vtkPVXMLElement* hints = property->GetHints())
  {
    chooser->setAcceptAnyFile(hints->FindNestedElementByName("AcceptAnyFile") != nullptr);
    if (vtkPVXMLElement* files = hints->FindNestedElementByName("FileChooser"))
    {
      chooser->setExtension(QString("%1 (*.%2)")
                              .arg(files->GetAttributeOrEmpty("file_description"),
                                files->GetAttributeOrEmpty("extensions")));
    }
  }
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(chooser);
  this->addPropertyLink(
    chooser, "singleFilename", SIGNAL(filenamesChanged(const QStringList&)), property);
  this->setChangeAvailableAsChangeFinished(true);
}
