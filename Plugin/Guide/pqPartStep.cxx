#include "pqPartStep.h"

#include "pqActiveObjects.h"
#include "pqCoreUtilities.h"
#include "pqFileDialog.h"
#include "pqOptimizationSource.h"
#include "pqPartPipeline.h"
#include "pqPipelineSource.h"
#include "vtkSMSourceProxy.h"

#include <QLabel>
#include <QPushButton>

namespace
{
const QStringList Properties = { "Solids", "SolidNumber", "LengthUnit", "FeatureAngle", "Status" };
}

//-----------------------------------------------------------------------------
pqPartStep::pqPartStep(pqPartPipeline* pipeline)
  : Superclass("Part", tr("Part"),
      tr("Open the part: a STEP, IGES or BREP file of a CAD program, or a closed STL, OBJ or PLY "
         "surface. Then check its size and unit."),
      pipeline),
    Open(new QPushButton(tr("Open a File..."))), Message(new QLabel), Size(new QLabel)
{
  this->Open->setObjectName("Open");
  this->Message->setObjectName("Message");
  this->Message->setWordWrap(true);
  this->add(this->Open);
  this->add(this->Message);
  this->Size->setObjectName("Size");
  this->Size->setWordWrap(true);
  this->add(this->Size);
  QObject::connect(this->Open, &QPushButton::clicked, this, &pqPartStep::chooseFile);
}

//-----------------------------------------------------------------------------
void pqPartStep::chooseFile()
{
  pqFileDialog dialog(pqActiveObjects::instance().activeServer(), pqCoreUtilities::mainWidget(),
    tr("Open a Part"), QString(),
    tr("Parts (*.step *.stp *.iges *.igs *.brep *.rle *.stl *.obj *.ply)"));
  dialog.setObjectName("OpenPartDialog");
  dialog.setFileMode(pqFileDialog::ExistingFile);
  if (dialog.exec() != QDialog::Accepted || dialog.getSelectedFiles().isEmpty())
  {
    return;
  }
  this->Message->setText(this->pipeline()->open(dialog.getSelectedFiles().first()));
  this->refresh();
  Q_EMIT this->edited();
}

//-----------------------------------------------------------------------------
bool pqPartStep::isDone() const
{
  pqPipelineSource* part = this->pipeline()->part();
  return part && part->modifiedState() == pqProxy::UNMODIFIED &&
    pqPartPipeline::error(part).isEmpty();
}

//-----------------------------------------------------------------------------
QString pqPartStep::summary() const
{
  return this->pipeline()->partName();
}

//-----------------------------------------------------------------------------
void pqPartStep::refresh()
{
  const bool isBare = this->pipeline()->part() && !this->pipeline()->hasUnit();
  this->Size->setText(isBare
      ? tr("Size: %1. The file does not say in which unit.").arg(this->pipeline()->partSize())
      : QString());
  this->Size->setVisible(isBare);
  this->Message->setVisible(!this->Message->text().isEmpty());
  this->showProperties(0, this->pipeline()->part(), Properties);
}

//-----------------------------------------------------------------------------
QString pqPartStep::finish()
{
  if (!this->pipeline()->part())
  {
    return tr("Open a part first.");
  }
  return this->applyShown();
}
