#include "pqShowcaseMenu.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqDeleteReaction.h"
#include "pqFitCamera.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "pqView.h"
#include "vtkNew.h"
#include "vtkPVPluginTracker.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMViewProxy.h"
#include "vtkSmartPointer.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSize>
#include <QWidget>

#include <algorithm>

namespace
{
constexpr int CaptionFontSize = 14;
/// Mean relative to the size of the font Arial, with a margin.
constexpr double CharacterWidth = 0.6;
constexpr double CaptionColor[3] = { 0.16, 0.18, 0.21 };

//-----------------------------------------------------------------------------
// Returns the folder of state files beside the plugin.
QDir stateFolder()
{
  vtkPVPluginTracker* tracker = vtkPVPluginTracker::GetInstance();
  for (unsigned int i = 0; i < tracker->GetNumberOfPlugins(); ++i)
  {
    if (QString(tracker->GetPluginName(i)) == "Trabecula")
    {
      return QFileInfo(tracker->GetPluginFileName(i)).dir().filePath("Showcases");
    }
  }
  return QDir();
}

//-----------------------------------------------------------------------------
// Returns the first sentence of the documentation of a script: """Showcase: a plate that ...
QString aboutShowcase(const QString& script)
{
  QFile file(script);
  if (!file.open(QIODevice::ReadOnly))
  {
    return QString();
  }
  QString sentence = QRegularExpression(R"re(^"""Showcase: (.*)$)re")
                       .match(QString::fromUtf8(file.readLine()).trimmed())
                       .captured(1);
  if (!sentence.isEmpty())
  {
    sentence[0] = sentence[0].toUpper();
  }
  return sentence;
}

//-----------------------------------------------------------------------------
// Inserts line breaks, because texts in views are not wrapped.
QString wrapped(const QString& text, int charactersPerLine)
{
  QString lines;
  int length = 0;
  for (const QString& word : text.split(' '))
  {
    const bool isNext = length > 0 && length + 1 + word.size() > charactersPerLine;
    lines += length == 0 ? QString() : QString(isNext ? "\n" : " ");
    length = (isNext || length == 0 ? 0 : length + 1) + word.size();
    lines += word;
  }
  return lines;
}

//-----------------------------------------------------------------------------
// Adds a text to a view. It is not undoable, because it belongs to the showcase that was opened.
void addCaption(pqView* view, const QString& text)
{
  constexpr int fewestCharacters = 20;
  const int width = view->widget() ? view->widget()->width() : 0;
  const int characters =
    std::max(fewestCharacters, static_cast<int>(width / (CharacterWidth * CaptionFontSize)));
  vtkSMSessionProxyManager* manager = view->getViewProxy()->GetSessionProxyManager();
  vtkSmartPointer<vtkSMProxy> proxy =
    vtk::TakeSmartPointer(manager->NewProxy("sources", "TextSource"));
  auto* caption = vtkSMSourceProxy::SafeDownCast(proxy);
  if (!caption)
  {
    return;
  }
  pqPipelineSource* active = pqActiveObjects::instance().activeSource();
  BEGIN_UNDO_EXCLUDE();
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  controller->PreInitializeProxy(caption);
  vtkSMPropertyHelper(caption, "Text").Set(wrapped(text, characters).toUtf8().data());
  controller->PostInitializeProxy(caption);
  caption->UpdateVTKObjects();
  controller->RegisterPipelineProxy(caption, "What it shows");
  if (vtkSMProxy* shown = controller->Show(caption, 0, view->getViewProxy()))
  {
    vtkSMPropertyHelper(shown, "WindowLocation").Set("Lower Left Corner");
    vtkSMPropertyHelper(shown, "Justification").Set("Left");
    vtkSMPropertyHelper(shown, "FontSize").Set(CaptionFontSize);
    vtkSMPropertyHelper(shown, "Color").Set(CaptionColor, 3);
    shown->UpdateVTKObjects();
  }
  END_UNDO_EXCLUDE();
  auto* item =
    pqApplicationCore::instance()->getServerManagerModel()->findItem<pqPipelineSource*>(caption);
  if (item)
  {
    item->setModifiedState(pqProxy::UNMODIFIED);
  }
  pqActiveObjects::instance().setActiveSource(active);
}
}

//-----------------------------------------------------------------------------
pqShowcaseMenu::pqShowcaseMenu(QWidget* parent) : Superclass(tr("Showcases"), parent)
{
  this->setObjectName("menuShowcases");
  this->setToolTipsVisible(true);
  const QDir folder(":/Trabecula/Showcases");
  const QDir states = stateFolder();
  for (const QFileInfo& file : folder.entryInfoList({ "*.py" }, QDir::Files, QDir::Name))
  {
    const QString about = aboutShowcase(file.filePath());
    if (about.isEmpty())
    {
      continue; // the module that the scripts share
    }
    const QString name = file.completeBaseName();
    QString title = QString(name).replace('_', ' ');
    title[0] = title[0].toUpper();
    const QString path = states.filePath(name + ".pvsm");
    QAction* action = this->addAction(title);
    action->setObjectName(name);
    action->setData(path);
    action->setStatusTip(about);
    QObject::connect(
      action, &QAction::triggered, this, [this, path, about]() { this->open(path, about); });
  }
  QObject::connect(this, &QMenu::aboutToShow, this, &pqShowcaseMenu::enableActions);
  this->enableActions();
}

//-----------------------------------------------------------------------------
void pqShowcaseMenu::enableActions()
{
  for (QAction* action : this->actions())
  {
    const QString path = action->data().toString();
    const bool isThere = QFile::exists(path);
    action->setEnabled(isThere);
    action->setToolTip(isThere
        ? action->statusTip()
        : tr("There is no state file %1: the target trabecula_showcases of the build writes it.")
            .arg(QDir::toNativeSeparators(path)));
  }
}

//-----------------------------------------------------------------------------
void pqShowcaseMenu::open(const QString& stateFile, const QString& about)
{
  pqApplicationCore* core = pqApplicationCore::instance();
  pqServer* server = pqActiveObjects::instance().activeServer();
  QFile file(stateFile);
  if (!server || !file.open(QIODevice::ReadOnly))
  {
    return;
  }
  const bool isEmpty = core->getServerManagerModel()->findItems<pqPipelineSource*>(server).empty();
  if (!isEmpty &&
    !pqCoreUtilities::promptUser("TrabeculaOpenShowcase", QMessageBox::Question,
      tr("Open Showcase"), tr("The showcase takes the place of the present pipeline. Go on?"),
      QMessageBox::Yes | QMessageBox::No | QMessageBox::Save, pqCoreUtilities::mainWidget()))
  {
    return;
  }
  pqDeleteReaction::deleteAll();
  server = pqActiveObjects::instance().activeServer(); // a new session may have another server
  if (!server)
  {
    return;
  }
  // Files that it reads are beside it.
  QByteArray state = file.readAll();
  state.replace("@SHOWCASES@", QFileInfo(stateFile).absolutePath().toUtf8());
  core->loadStateFromString(state.constData(), server);
  // Brings the tab of the view to the front.
  const QList<pqView*> views = core->getServerManagerModel()->findItems<pqView*>(server);
  pqActiveObjects::instance().setActiveView(views.empty() ? nullptr : views.front());
  if (!views.empty() && !about.isEmpty())
  {
    addCaption(views.front(), about);
  }
  for (pqView* view : views)
  {
    pqFitWholePicture(view);
  }
}
