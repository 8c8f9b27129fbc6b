#include "pqPipelineEventPlayer.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreTestUtility.h"
#include "pqDataRepresentation.h"
#include "pqFlatTreeView.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkVariant.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QHeaderView>
#include <QSet>
#include <QStringList>
#include <QTableView>
#include <QThread>

#include <functional>
#include <iostream>

namespace
{
constexpr int MillisecondsOfWait = 30000;

//-----------------------------------------------------------------------------
pqPipelineSource* findSource(const QString& name)
{
  return pqApplicationCore::instance()->getServerManagerModel()->findItem<pqPipelineSource*>(name);
}

//-----------------------------------------------------------------------------
QString nameOf(pqOutputPort* port)
{
  return QString("%1:%2").arg(port->getSource()->getSMName()).arg(port->getPortNumber());
}

//-----------------------------------------------------------------------------
bool expectSame(const char* what, const QString& wanted, const QString& found)
{
  if (wanted != found)
  {
    std::cerr << "ERROR: expected " << what << " \"" << qPrintable(wanted) << "\", found \""
              << qPrintable(found) << "\"\n";
  }
  return wanted == found;
}

//-----------------------------------------------------------------------------
bool expectSameSet(const char* what, QStringList wanted, QStringList found)
{
  wanted.sort();
  found.sort();
  return expectSame(what, wanted.join(' '), found.join(' '));
}

//-----------------------------------------------------------------------------
pqOutputPort* findOutput(const QString& name)
{
  pqPipelineSource* source = findSource(name.section(':', 0, 0));
  return source ? source->getOutputPort(name.section(':', 1).toInt()) : nullptr;
}

//-----------------------------------------------------------------------------
bool activateOutput(const QString& name)
{
  pqOutputPort* port = findOutput(name);
  if (port)
  {
    pqActiveObjects::instance().setActivePort(port);
  }
  return port != nullptr;
}

//-----------------------------------------------------------------------------
// Outputs that no view shows may be out of date.
bool expectCells(const QString& name)
{
  pqOutputPort* port = findOutput(name);
  if (!port)
  {
    return expectSame("the output", name, QString());
  }
  port->getSource()->updatePipeline();
  const vtkTypeInt64 cells = port->getDataInformation()->GetNumberOfCells();
  return cells > 0 || expectSame("cells in", name, "none");
}

//-----------------------------------------------------------------------------
bool expectInput(const QString& arguments)
{
  pqPipelineSource* source = findSource(arguments.section('.', 0, 0));
  const QString property = arguments.section('.', 1).section('=', 0, 0);
  if (!source || !source->getProxy()->GetProperty(property.toUtf8()))
  {
    return expectSame("the filter", arguments, QString());
  }
  const vtkSMPropertyHelper input(source->getProxy(), property.toUtf8());
  auto* producer =
    pqApplicationCore::instance()->getServerManagerModel()->findItem<pqPipelineSource*>(
      input.GetAsProxy());
  return expectSame("the input", arguments.section('=', 1),
    producer ? nameOf(producer->getOutputPort(static_cast<int>(input.GetOutputPort())))
             : QString());
}

//-----------------------------------------------------------------------------
bool expectProperty(const QString& arguments)
{
  pqPipelineSource* source = findSource(arguments.section('.', 0, 0));
  const QString path = arguments.section('=', 0, 0);
  QStringList values;
  if (source && source->getProxy()->GetProperty(path.section('.', 1).toUtf8()))
  {
    const vtkSMPropertyHelper helper(source->getProxy(), path.section('.', 1).toUtf8());
    for (unsigned int i = 0; i < helper.GetNumberOfElements(); ++i)
    {
      values << QString::fromStdString(helper.GetAsVariant(static_cast<int>(i)).ToString());
    }
  }
  return expectSame("the value", arguments, path + "=" + values.join(' '));
}

//-----------------------------------------------------------------------------
// Outputs with a representation, and arrays with a legend, that are visible in the active view.
void whatIsShown(QStringList& outputs, QStringList& legends)
{
  pqView* view = pqActiveObjects::instance().activeView();
  for (pqRepresentation* item : view ? view->getRepresentations() : QList<pqRepresentation*>())
  {
    if (!item->isVisible())
    {
      continue;
    }
    if (auto* data = qobject_cast<pqDataRepresentation*>(item))
    {
      outputs << nameOf(data->getOutputPortFromInput());
    }
    else if (item->getProxy()->GetProperty("ComponentTitle"))
    {
      legends << vtkSMPropertyHelper(item->getProxy(), "Title").GetAsString();
    }
  }
}

//-----------------------------------------------------------------------------
bool expectChoices(QObject* object, const QString& arguments)
{
  auto* box = qobject_cast<QComboBox*>(object);
  QStringList choices;
  for (int i = 0; box && i < box->count(); ++i)
  {
    choices << box->itemText(i);
  }
  return expectSame("the choices", arguments, choices.join(", "));
}

//-----------------------------------------------------------------------------
// Until it is what is wanted: a design is shown some time after the monitor tells of it.
void waitForShown(
  const QStringList& wanted, const QStringList& found, QStringList& outputs, QStringList& legends)
{
  QElapsedTimer time;
  time.start();
  do
  {
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    QThread::msleep(5);
    outputs.clear();
    legends.clear();
    whatIsShown(outputs, legends);
  } while (
    QSet<QString>(found.begin(), found.end()) != QSet<QString>(wanted.begin(), wanted.end()) &&
    time.elapsed() < MillisecondsOfWait);
}

//-----------------------------------------------------------------------------
bool expectLabels(const QString& array, const QString& wanted)
{
  vtkNew<vtkSMTransferFunctionManager> manager;
  const vtkSMPropertyHelper annotations(
    manager->GetColorTransferFunction(
      array.toUtf8(), pqActiveObjects::instance().activeServer()->proxyManager()),
    "Annotations");
  QStringList texts;
  for (unsigned int i = 1; i < annotations.GetNumberOfElements(); i += 2)
  {
    texts << annotations.GetAsString(i);
  }
  return expectSame("the labels", wanted, texts.join('|'));
}

//-----------------------------------------------------------------------------
// As the headers of tables show them, which may be those of another model than the table's.
QStringList titlesOfColumns()
{
  QStringList titles;
  for (QWidget* widget : QApplication::allWidgets())
  {
    auto* table = qobject_cast<QTableView*>(widget);
    const QAbstractItemModel* model =
      table && table->isVisible() ? table->horizontalHeader()->model() : nullptr;
    for (int column = 0; model && column < model->columnCount(); ++column)
    {
      titles << model->headerData(column, Qt::Horizontal).toString();
    }
  }
  return titles;
}

//-----------------------------------------------------------------------------
bool expectColumn(const QString& wanted)
{
  QElapsedTimer waited;
  waited.start();
  while (!titlesOfColumns().contains(wanted) && waited.elapsed() < MillisecondsOfWait)
  {
    QCoreApplication::processEvents();
    QThread::msleep(10);
  }
  const QStringList titles = titlesOfColumns();
  return titles.contains(wanted) || expectSame("a column", wanted, titles.join('|'));
}

//-----------------------------------------------------------------------------
// That of the window and that of the server, as the plugin knows them.
bool expectSameVersions()
{
  const QObject* versions = pqApplicationCore::instance()->manager("TRABECULA_SERVER_VERSION");
  const QString here = versions ? versions->property("versionHere").toString() : QString();
  const QString onServer = versions ? versions->property("versionOnServer").toString() : QString();
  return !here.isEmpty() ? expectSame("the version", here, onServer)
                         : expectSame("the version", "one", "none");
}

//-----------------------------------------------------------------------------
// Versions that are not there, as there is one build.
bool compareVersions(const QString& arguments)
{
  QObject* versions = pqApplicationCore::instance()->manager("TRABECULA_SERVER_VERSION");
  return versions &&
    QMetaObject::invokeMethod(versions, "compare", Q_ARG(QString, arguments.section('=', 0, 0)),
      Q_ARG(QString, arguments.section('=', 1)));
}

//-----------------------------------------------------------------------------
// A file of the session, and a text in it.
bool expectInFile(const QString& arguments)
{
  QString path = arguments.section('=', 0, 0);
  path.replace("$PARAVIEW_TEST_ROOT", pqCoreTestUtility::TestDirectory());
  QFile file(path);
  const QByteArray content = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  return content.contains(arguments.section('=', 1).toUtf8()) ||
    expectSame("in the file", arguments, path + "=" + content.left(100));
}

//-----------------------------------------------------------------------------
bool expectInPipelineBrowser(QObject* object, const QString& arguments)
{
  auto* tree = qobject_cast<pqFlatTreeView*>(object);
  const QString name = arguments.section('=', 0, 0);
  const bool isPath = name.contains('/');
  int count = 0;
  const std::function<void(const QModelIndex&)> visit = [&](const QModelIndex& parent)
  {
    for (int row = 0; row < tree->getModel()->rowCount(parent); ++row)
    {
      const QModelIndex index = tree->getModel()->index(row, 0, parent);
      const QString parentName = tree->getModel()->data(parent).toString();
      const QString childName = tree->getModel()->data(index).toString();
      count += (isPath ? parentName + "/" + childName : childName) == name ? 1 : 0;
      visit(index);
    }
  };
  if (tree)
  {
    visit(QModelIndex());
  }
  return expectSame("in the browser", arguments, QString("%1=%2").arg(name).arg(count));
}
}

//-----------------------------------------------------------------------------
pqPipelineEventPlayer::pqPipelineEventPlayer(QObject* parent) : Superclass(parent)
{
}

//-----------------------------------------------------------------------------
bool pqPipelineEventPlayer::playEvent(
  QObject* object, const QString& command, const QString& arguments, bool& error)
{
  QStringList outputs;
  QStringList legends;
  const QStringList wanted =
    arguments.split(arguments.contains('|') ? '|' : ' ', Qt::SkipEmptyParts);
  if (command == "activateOutput")
  {
    error = !activateOutput(arguments);
    return true;
  }
  if (command == "expectCells")
  {
    error = !expectCells(arguments);
    return true;
  }
  if (command == "expectProperty")
  {
    error = !expectProperty(arguments);
    return true;
  }
  if (command == "expectInput")
  {
    error = !expectInput(arguments);
    return true;
  }
  if (command == "expectConsumers")
  {
    pqPipelineSource* source = findSource(arguments.section('=', 0, 0));
    const int count = source ? source->getAllConsumers().size() : -1;
    error = !expectSame("consumers", arguments.section('=', 1), QString::number(count));
    return true;
  }
  if (command == "expectShown" || command == "expectLegends")
  {
    QStringList& found = command == "expectShown" ? outputs : legends;
    waitForShown(wanted, found, outputs, legends);
    error = !(command == "expectShown" ? expectSameSet("the outputs", wanted, outputs)
                                       : expectSameSet("the legends", wanted, legends));
    return true;
  }
  if (command == "expectChoices")
  {
    error = !expectChoices(object, arguments);
    return true;
  }
  if (command == "expectLabels")
  {
    error = !expectLabels(arguments.section('=', 0, 0), arguments.section('=', 1));
    return true;
  }
  if (command == "expectColumn")
  {
    error = !expectColumn(arguments);
    return true;
  }
  if (command == "expectSameVersions")
  {
    error = !expectSameVersions();
    return true;
  }
  if (command == "compareVersions")
  {
    error = !compareVersions(arguments);
    return true;
  }
  if (command == "expectInFile")
  {
    error = !expectInFile(arguments);
    return true;
  }
  if (command == "expectInPipelineBrowser")
  {
    error = !expectInPipelineBrowser(object, arguments);
    return true;
  }
  return false;
}
