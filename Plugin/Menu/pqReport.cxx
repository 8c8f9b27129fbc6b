#include "pqReport.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqFileDialog.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"

#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QMainWindow>
#include <QStatusBar>

#ifdef TRABECULA_HAVE_PYTHON
#include "vtkCallbackCommand.h"
#include "vtkNew.h"
#include "vtkPythonInterpreter.h"
#include "vtkSMProxyManager.h"
#endif

namespace
{
constexpr bool HasPython =
#ifdef TRABECULA_HAVE_PYTHON
  true;
#else
  false;
#endif

//-----------------------------------------------------------------------------
void showInStatusBar(const QString& text)
{
  if (auto* window = qobject_cast<QMainWindow*>(pqCoreUtilities::mainWidget()))
  {
    window->statusBar()->showMessage(text);
    window->statusBar()->repaint(); // Python does not return to the event loop
  }
}
}

//-----------------------------------------------------------------------------
pqReport::pqReport(QObject* parent) : Superclass(tr("Report..."), parent)
{
  this->setObjectName("actionReport");
  QObject::connect(this, &QAction::triggered, this, &pqReport::askForFile);
  QObject::connect(
    &pqActiveObjects::instance(), &pqActiveObjects::sourceChanged, this, &pqReport::updateState);
  this->updateState();
}

//-----------------------------------------------------------------------------
void pqReport::updateState()
{
  const bool hasPipeline =
    !pqApplicationCore::instance()->getServerManagerModel()->findItems<pqPipelineSource*>().empty();
  this->setEnabled(HasPython && hasPipeline);
  this->setToolTip(!HasPython
      ? tr("This ParaView was built without Python, which writes the report")
      : hasPipeline
      ? tr(
          "Write the part, its loads, material, history and results with pictures to a file (HTML)")
      : tr("The pipeline is empty: open a part first"));
}

//-----------------------------------------------------------------------------
void pqReport::askForFile()
{
  pqFileDialog dialog(nullptr, pqCoreUtilities::mainWidget(), tr("Save Report"), QString(),
    tr("HTML files") + " (*.html)");
  dialog.setObjectName("TrabeculaReportDialog");
  dialog.setFileMode(pqFileDialog::AnyFile);
  if (dialog.exec() == QDialog::Accepted && !dialog.getSelectedFiles().empty())
  {
    pqReport::write(dialog.getSelectedFiles().first());
  }
}

//-----------------------------------------------------------------------------
void pqReport::write(const QString& path)
{
#ifdef TRABECULA_HAVE_PYTHON
  showInStatusBar(tr("Writing the report..."));
  QApplication::setOverrideCursor(Qt::WaitCursor);
  const QDateTime begin = QDateTime::currentDateTime().addSecs(-1);
  // Bytes in hexadecimal need no quoting.
  const QString code = QString("import paraview.simple\n"
                               "import trabecula.report\n"
                               "trabecula.report.report_from_menu(bytes.fromhex('%1').decode())\n")
                         .arg(QString(path.toUtf8().toHex()));
  vtkNew<vtkCallbackCommand> progress;
  progress->SetCallback(
    [](vtkObject*, unsigned long, void*, void* text)
    {
      if (text)
      {
        showInStatusBar(QString::fromUtf8(static_cast<const char*>(text)));
      }
    });
  vtkSMProxyManager* manager = vtkSMProxyManager::GetProxyManager();
  const unsigned long observer = manager->AddObserver(vtkCommand::UserEvent, progress);
  vtkPythonInterpreter::Initialize();
  vtkPythonInterpreter::RunSimpleString(code.toUtf8().data());
  manager->RemoveObserver(observer);
  QApplication::restoreOverrideCursor();
  const QFileInfo file(path);
  showInStatusBar(file.exists() && file.lastModified() >= begin
      ? tr("The report is in %1").arg(QDir::toNativeSeparators(path))
      : tr("The report was not written; Output Messages say why"));
#else
  static_cast<void>(path);
#endif
}
