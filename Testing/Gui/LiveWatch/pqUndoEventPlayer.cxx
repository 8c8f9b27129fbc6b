#include "pqUndoEventPlayer.h"

#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqRepresentation.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "pqView.h"
#include "vtkPVDataInformation.h"
#include "vtkSMProxyIterator.h"
#include "vtkSMProxyManager.h"
#include "vtkSMViewLayoutProxy.h"
#include "vtkSMViewProxy.h"
#include "vtkSmartPointer.h"

#include <QApplication>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QMap>
#include <QRegularExpression>
#include <QStringList>
#include <QThread>
#include <QWidget>

#include <functional>
#include <iostream>

namespace
{
constexpr int MostSteps = 100;
constexpr int MillisecondsBetweenSteps = 300;
constexpr int MillisecondsOfWait = 240000;

//-----------------------------------------------------------------------------
// Handles events for a while, as the window does between two keys: timers of views, for one.
void handleEvents()
{
  QElapsedTimer time;
  time.start();
  while (time.elapsed() < MillisecondsBetweenSteps)
  {
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    QThread::msleep(5);
  }
}

//-----------------------------------------------------------------------------
// Cells of all layouts that are not split further: all of them, and those with a view.
void countCells(int& cells, int& cellsWithView)
{
  auto iterator = vtkSmartPointer<vtkSMProxyIterator>::New();
  iterator->SetSessionProxyManager(
    vtkSMProxyManager::GetProxyManager()->GetActiveSessionProxyManager());
  iterator->SetModeToOneGroup();
  for (iterator->Begin("layouts"); !iterator->IsAtEnd(); iterator->Next())
  {
    auto* layout = vtkSMViewLayoutProxy::SafeDownCast(iterator->GetProxy());
    const std::function<void(int)> visit = [&](int location)
    {
      if (layout->IsSplitCell(location))
      {
        visit(vtkSMViewLayoutProxy::GetFirstChild(location));
        visit(vtkSMViewLayoutProxy::GetSecondChild(location));
        return;
      }
      ++cells;
      cellsWithView += layout->GetView(location) ? 1 : 0;
    };
    visit(0);
  }
}

//-----------------------------------------------------------------------------
QMap<QString, int> counts()
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QMap<QString, int> result;
  result["sources"] = model->findItems<pqPipelineSource*>().size();
  result["representations"] = model->findItems<pqRepresentation*>().size();
  result["views"] = model->findItems<pqView*>().size();
  result["shown"] = result["filled"] = result["notices"] = 0;
  for (pqDataRepresentation* representation : model->findItems<pqDataRepresentation*>())
  {
    result["shown"] += representation->isVisible() ? 1 : 0;
  }
  // Sources with a result, and lines over views that warn of one.
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    result["filled"] +=
      source->getOutputPort(0)->getDataInformation()->GetNumberOfCells() > 0 ? 1 : 0;
  }
  for (QWidget* widget : QApplication::allWidgets())
  {
    result["notices"] += widget->objectName() == "TrabeculaNotice" && widget->isVisible() ? 1 : 0;
  }
  int cellsWithView = 0;
  countCells(result["cells"], cellsWithView);
  return result;
}

//-----------------------------------------------------------------------------
QStringList wrongCounts(const QString& arguments)
{
  const QMap<QString, int> found = counts();
  QStringList wrong;
  for (const QString& wanted : arguments.split(' '))
  {
    const QString name = wanted.section('=', 0, 0);
    if (found.value(name, -1) != wanted.section('=', 1).toInt())
    {
      wrong << QString("expected %1, found %2").arg(wanted).arg(found.value(name, -1));
    }
  }
  return wrong;
}

//-----------------------------------------------------------------------------
bool expectCounts(const QString& arguments)
{
  const QStringList wrong = wrongCounts(arguments);
  if (!wrong.isEmpty())
  {
    std::cerr << "ERROR: " << qPrintable(wrong.join("; ")) << "\n";
  }
  return wrong.isEmpty();
}

//-----------------------------------------------------------------------------
// A line over a view that has a text.
bool expectNotice(const QString& pattern)
{
  QStringList texts;
  for (QWidget* widget : QApplication::allWidgets())
  {
    if (widget->objectName() == "TrabeculaNotice" && widget->isVisible())
    {
      texts << widget->property("text").toString();
    }
  }
  if (!QRegularExpression(pattern).match(texts.join("\n")).hasMatch())
  {
    std::cerr << "ERROR: no notice has \"" << qPrintable(pattern) << "\" but there is \""
              << qPrintable(texts.join("\n")) << "\"\n";
    return false;
  }
  return true;
}

//-----------------------------------------------------------------------------
bool expectShownViews()
{
  int cells = 0;
  int cellsWithView = 0;
  countCells(cells, cellsWithView);
  bool isRight = cells == cellsWithView;
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqView* view : model->findItems<pqView*>())
  {
    isRight = isRight && vtkSMViewLayoutProxy::FindLayout(view->getViewProxy());
  }
  if (!isRight)
  {
    std::cerr << "ERROR: of " << cells << " cells " << cellsWithView << " have one of the "
              << model->findItems<pqView*>().size() << " views\n";
  }
  return isRight;
}

//-----------------------------------------------------------------------------
bool stepAll(bool isUndo, const QString& wanted)
{
  pqUndoStack* stack = pqApplicationCore::instance()->getUndoStack();
  int steps = 0;
  while ((isUndo ? stack->canUndo() : stack->canRedo()) && steps < MostSteps)
  {
    std::cout << (isUndo ? "Undo " : "Redo ")
              << qPrintable(isUndo ? stack->undoLabel() : stack->redoLabel()) << std::endl;
    isUndo ? stack->undo() : stack->redo();
    ++steps;
    handleEvents();
    const QMap<QString, int> found = counts();
    for (auto count = found.begin(); count != found.end(); ++count)
    {
      std::cout << "  " << qPrintable(count.key()) << " " << count.value();
    }
    std::cout << std::endl;
  }
  if (wanted != "*" && steps != wanted.toInt())
  {
    std::cerr << "ERROR: " << steps << " steps, expected " << qPrintable(wanted) << "\n";
    return false;
  }
  return true;
}
}

//-----------------------------------------------------------------------------
pqUndoEventPlayer::pqUndoEventPlayer(QObject* parent) : Superclass(parent)
{
}

//-----------------------------------------------------------------------------
bool pqUndoEventPlayer::playEvent(
  QObject*, const QString& command, const QString& arguments, bool& error)
{
  const bool isUndo = command == "undoAll";
  if (isUndo || command == "redoAll")
  {
    error = !stepAll(isUndo, arguments);
    return true;
  }
  if (command == "undo" || command == "redo")
  {
    handleEvents(); // of the step before
    pqUndoStack* stack = pqApplicationCore::instance()->getUndoStack();
    error = !(command == "undo" ? stack->canUndo() : stack->canRedo());
    if (error)
    {
      std::cerr << "ERROR: there is nothing to " << qPrintable(command) << "; there is \""
                << qPrintable(stack->undoLabel() + stack->redoLabel()) << "\"\n";
      return true;
    }
    std::cout << qPrintable(command) << " "
              << qPrintable(command == "undo" ? stack->undoLabel() : stack->redoLabel())
              << std::endl;
    command == "undo" ? stack->undo() : stack->redo();
    handleEvents();
    return true;
  }
  if (command == "expectCounts")
  {
    error = !expectCounts(arguments);
    return true;
  }
  if (command == "expectNotice")
  {
    error = !expectNotice(arguments);
    return true;
  }
  if (command == "waitForCounts")
  {
    QElapsedTimer time;
    time.start();
    while (!wrongCounts(arguments).isEmpty() && time.elapsed() < MillisecondsOfWait)
    {
      handleEvents();
    }
    error = !expectCounts(arguments);
    return true;
  }
  if (command == "expectShownViews")
  {
    error = !expectShownViews();
    return true;
  }
  return false;
}
