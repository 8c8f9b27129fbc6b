#include "pqRunStep.h"

#include "pqActiveObjects.h"
#include "pqCoreUtilities.h"
#include "pqFileDialog.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPartPipeline.h"
#include "pqPipelineSource.h"
#include "pqReport.h"
#include "pqSaveDataReaction.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <QLabel>
#include <QPushButton>

//-----------------------------------------------------------------------------
pqRunStep::pqRunStep(pqPartPipeline* pipeline)
  : Superclass("Run", tr("Run"),
      tr(
        "<b>Run</b> starts the optimization; the Optimization Monitor shows how it goes on and can "
        "stop it. Then make the surface of the design and save it, as STL or 3MF for a printer."),
      pipeline),
    Run(new QPushButton(tr("Run"))), Surface(new QPushButton(tr("Make the Surface"))),
    Save(new QPushButton(tr("Save the Surface..."))), Report(new QPushButton(tr("Report..."))),
    WriteReport(new pqReport(this)), State(new QLabel)
{
  this->Run->setObjectName("Start");
  this->Surface->setObjectName("Surface");
  this->Save->setObjectName("Save");
  this->Report->setObjectName("Report");
  this->Report->setToolTip(tr("Write what was done and what came out as an HTML file"));
  this->State->setObjectName("State");
  this->State->setWordWrap(true);
  this->State->setTextInteractionFlags(Qt::TextSelectableByMouse);
  for (QWidget* widget : { static_cast<QWidget*>(this->Run), static_cast<QWidget*>(this->Surface),
         static_cast<QWidget*>(this->Save), static_cast<QWidget*>(this->Report),
         static_cast<QWidget*>(this->State) })
  {
    this->add(widget);
  }
  QObject::connect(this->Run, &QPushButton::clicked, this, &pqRunStep::run);
  QObject::connect(this->Surface, &QPushButton::clicked, this, &pqRunStep::makeSurface);
  QObject::connect(this->Save, &QPushButton::clicked, this, &pqRunStep::save);
  QObject::connect(this->Report, &QPushButton::clicked, this, &pqRunStep::report);
}

//-----------------------------------------------------------------------------
bool pqRunStep::hasDesign() const
{
  pqPipelineSource* design = this->pipeline()->design();
  return design && design->modifiedState() == pqProxy::UNMODIFIED &&
    !pqOptimizationSource::isBusy(design->getSourceProxy()) &&
    pqPartPipeline::error(design).isEmpty();
}

//-----------------------------------------------------------------------------
bool pqRunStep::isDone() const
{
  pqPipelineSource* surface = this->pipeline()->surface();
  return this->hasDesign() && surface && surface->modifiedState() == pqProxy::UNMODIFIED &&
    pqPartPipeline::error(surface).isEmpty();
}

//-----------------------------------------------------------------------------
QString pqRunStep::summary() const
{
  pqPipelineSource* design = this->pipeline()->design();
  if (!design)
  {
    return QString();
  }
  return pqOptimizationSource::isBusy(design->getSourceProxy()) ? tr("running")
    : this->hasDesign()                                         ? tr("design computed")
                                                                : QString();
}

//-----------------------------------------------------------------------------
void pqRunStep::refresh()
{
  pqPipelineSource* design = this->pipeline()->design();
  pqPipelineSource* surface = this->pipeline()->surface();
  this->Run->setEnabled(design && !pqOptimizationSource::isBusy(design->getSourceProxy()));
  this->Surface->setEnabled(this->hasDesign());
  this->Save->setEnabled(this->isDone());
  this->Report->setEnabled(this->hasDesign());
  QString state;
  for (pqPipelineSource* source : { design, surface })
  {
    if (source && source->modifiedState() == pqProxy::UNMODIFIED)
    {
      const QString error = pqPartPipeline::error(source);
      const QString status =
        pqOptimizationSource::information(source->getSourceProxy(), "Status").toString();
      state += (state.isEmpty() ? "" : "\n") + (error.isEmpty() ? status : error);
    }
  }
  this->State->setText(state);
}

//-----------------------------------------------------------------------------
void pqRunStep::run()
{
  pqPipelineSource* design = this->pipeline()->design();
  if (!design)
  {
    return;
  }
  // Live, so that the structure is seen as it grows and the window stays usable.
  vtkSMPropertyHelper(design->getProxy(), "Live").Set(1);
  design->getProxy()->UpdateVTKObjects();
  if (design->modifiedState() == pqProxy::UNMODIFIED)
  {
    design->setModifiedState(pqProxy::MODIFIED);
  }
  pqPartPipeline::apply(design);
  this->refresh();
  Q_EMIT this->edited();
}

//-----------------------------------------------------------------------------
void pqRunStep::makeSurface()
{
  this->pipeline()->addSurface();
  if (pqPipelineSource* surface = this->pipeline()->surface())
  {
    if (surface->modifiedState() == pqProxy::UNMODIFIED)
    {
      surface->setModifiedState(pqProxy::MODIFIED);
    }
    pqPartPipeline::apply(surface);
  }
  this->refresh();
  Q_EMIT this->edited();
}

//-----------------------------------------------------------------------------
void pqRunStep::save()
{
  pqPipelineSource* surface = this->pipeline()->surface();
  if (!surface)
  {
    return;
  }
  // Save Data offers ParaView's own types first, which no printer reads.
  pqFileDialog dialog(surface->getServer(), pqCoreUtilities::mainWidget(), tr("Save the Surface"),
    QString(),
    tr("STL for printing") + " (*.stl);;" + tr("3MF for printing, with units") + " (*.3mf);;" +
      tr("STEP with flat faces, for CAD") + " (*.step *.stp)");
  dialog.setObjectName("SaveSurfaceDialog");
  dialog.setFileMode(pqFileDialog::AnyFile);
  if (dialog.exec() == QDialog::Accepted && !dialog.getSelectedFiles().isEmpty())
  {
    pqActiveObjects::instance().setActivePort(surface->getOutputPort(0));
    pqSaveDataReaction::saveActiveData(dialog.getSelectedFiles().first());
  }
}

//-----------------------------------------------------------------------------
void pqRunStep::report()
{
  pqPipelineSource* surface = this->pipeline()->surface();
  pqActiveObjects::instance().setActiveSource(surface ? surface : this->pipeline()->design());
  this->WriteReport->updateState();
  this->WriteReport->trigger();
}
