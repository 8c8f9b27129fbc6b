#include "pqLiveEventPlayer.h"

#include "pqCoreTestUtility.h"
#include "pqLoadStateReaction.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QDebug>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QThread>
#include <QVariant>

#include <algorithm>
#include <functional>
#include <iostream>

namespace
{
constexpr int MillisecondsOfWait = 240000; // threads of low priority wait for other tests
constexpr int MillisecondsOfBeat = 5;
constexpr int NicenessOfOptimization = 10; // more than the window's
constexpr int LowestPriority = 19;
constexpr int NicenessField = 19; // of stat, from 1; see proc(5)

//-----------------------------------------------------------------------------
// Handles events meanwhile, as the window would.
bool waitUntil(const std::function<bool()>& condition)
{
  QElapsedTimer time;
  time.start();
  while (!condition())
  {
    if (time.elapsed() > MillisecondsOfWait)
    {
      return false;
    }
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    QThread::msleep(1);
  }
  return true;
}

//-----------------------------------------------------------------------------
int nicenessOf(const QString& task)
{
  QFile stat(task + "/stat");
  if (!stat.open(QIODevice::ReadOnly))
  {
    return 0;
  }
  // The second field is a name in parentheses, which may have spaces.
  const QByteArray text = stat.readAll();
  const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
  return fields.value(NicenessField - 3).toInt();
}

//-----------------------------------------------------------------------------
// Drivers have such threads, too, but of the lowest priority there is.
int threadsOfOptimizations()
{
  const int wanted = std::min(nicenessOf("/proc/self") + NicenessOfOptimization, LowestPriority);
  int count = 0;
  for (const QString& task : QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot))
  {
    count += nicenessOf("/proc/self/task/" + task) == wanted ? 1 : 0;
  }
  return count;
}
}

//-----------------------------------------------------------------------------
pqLiveEventPlayer::pqLiveEventPlayer(QObject* parent) : Superclass(parent)
{
  QObject::connect(&this->Heart, &QTimer::timeout, this, &pqLiveEventPlayer::beat);
  this->Heart.setTimerType(Qt::PreciseTimer);
}

//-----------------------------------------------------------------------------
void pqLiveEventPlayer::beat()
{
  const qint64 gap = this->SinceBeat.restart();
  if (gap > this->LongestGap)
  {
    this->LongestGap = gap;
    this->MomentOfGap = this->SinceStart.elapsed();
  }
  ++this->Beats;
}

//-----------------------------------------------------------------------------
bool pqLiveEventPlayer::playEvent(
  QObject* object, const QString& command, const QString& arguments, bool& error)
{
  if (command == "waitFor")
  {
    const int equals = arguments.indexOf('=');
    const QByteArray property = arguments.left(equals).toUtf8();
    const QRegularExpression pattern(arguments.mid(equals + 1));
    const auto matches = [object, property, pattern]
    { return pattern.match(object->property(property).toString()).hasMatch(); };
    if (!waitUntil(matches))
    {
      std::cerr << "ERROR: waited in vain for " << qPrintable(arguments) << " of "
                << qPrintable(object->objectName()) << ", which has \""
                << qPrintable(object->property(property).toString()) << "\"\n";
      error = true;
    }
    return true;
  }
  if (command == "remember")
  {
    this->Remembered = object->property(arguments.toUtf8());
    return true;
  }
  if (command == "expectRemembered")
  {
    const QVariant present = object->property(arguments.toUtf8());
    if (present != this->Remembered)
    {
      QString was;
      QString is;
      QDebug(&was) << this->Remembered;
      QDebug(&is) << present;
      std::cerr << "ERROR: " << qPrintable(arguments) << " of " << qPrintable(object->objectName())
                << " was " << qPrintable(was) << " and is " << qPrintable(is) << "\n";
      error = true;
    }
    return true;
  }
  if (command == "waitForOther")
  {
    if (!waitUntil([&] { return object->property(arguments.toUtf8()) != this->Remembered; }))
    {
      std::cerr << "ERROR: " << qPrintable(arguments) << " of " << qPrintable(object->objectName())
                << " remained \"" << qPrintable(this->Remembered.toString()) << "\"\n";
      error = true;
    }
    return true;
  }
  if (command == "pressAbort")
  {
    auto* button = object->findChild<QAbstractButton*>("AbortButton");
    if (button && waitUntil([&] { return button->isEnabled(); }))
    {
      button->click();
    }
    else
    {
      std::cerr << "ERROR: there was nothing to abort.\n";
      error = true;
    }
    return true;
  }
  if (command == "startHeartbeat")
  {
    this->LongestGap = 0;
    this->Beats = 0;
    this->SinceStart.start();
    this->SinceBeat.start();
    this->Heart.start(MillisecondsOfBeat);
    return true;
  }
  if (command == "reportHeartbeat")
  {
    this->Heart.stop();
    std::cout << "Longest gap in the event loop: " << this->LongestGap << " ms, "
              << this->MomentOfGap << " ms after the first of " << this->Beats << " beats."
              << std::endl;
    return true;
  }
  if (command == "expectNoBackgroundThread")
  {
    if (!waitUntil([] { return threadsOfOptimizations() == 0; }))
    {
      std::cerr << "ERROR: a thread of an optimization is left.\n";
      error = true;
    }
    return true;
  }
  if (command == "loadState")
  {
    // The menu would ask where files are.
    pqLoadStateReaction::loadState(pqCoreTestUtility::TestDirectory() + "/" + arguments, true);
    return true;
  }
  if (command == "expectFile")
  {
    const int equals = arguments.indexOf('=');
    QFile file(pqCoreTestUtility::TestDirectory() + "/" + arguments.left(equals));
    const bool isThere = file.open(QIODevice::ReadOnly);
    const QString text = isThere ? QString::fromUtf8(file.readAll()) : QString();
    if (!QRegularExpression(arguments.mid(equals + 1)).match(text).hasMatch())
    {
      std::cerr << "ERROR: " << qPrintable(file.fileName()) << " has \""
                << qPrintable(text.left(200)) << "\"\n";
      error = true;
    }
    return true;
  }
  return false;
}
