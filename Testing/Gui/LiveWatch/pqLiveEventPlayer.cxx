#include "pqLiveEventPlayer.h"

#include "pqCoreTestUtility.h"
#include "pqEventDispatcher.h"
#include "pqLoadStateReaction.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCoreApplication>
#include <QDebug>
#include <QDir>
#include <QFile>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QThread>
#include <QVariant>
#include <QWidget>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <thread>
#include <vector>

namespace
{
constexpr int MillisecondsOfWait = 240000; // threads of low priority wait for other tests
constexpr int MillisecondsOfBeat = 5;
constexpr int MillisecondsBetweenKeys = 150;
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
    QThread::msleep(5);
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
// When the keys arrive at a widget.
class KeyWatch : public QObject
{
public:
  using Clock = std::chrono::steady_clock;

  explicit KeyWatch(QObject* widget) { widget->installEventFilter(this); }

  bool eventFilter(QObject*, QEvent* event) override
  {
    if (event->type() == QEvent::KeyPress)
    {
      this->Arrivals.push_back(Clock::now());
    }
    return false;
  }

  std::vector<Clock::time_point> Arrivals;
};

//-----------------------------------------------------------------------------
// Presses keys from another thread, as a keyboard does. @return the longest time in milliseconds
// until one arrives; negative if one does not
int pressKeys(QWidget* widget, const QString& text)
{
  widget->setFocus();
  KeyWatch watch(widget);
  std::vector<KeyWatch::Clock::time_point> presses;
  std::atomic<bool> isDone{ false };
  std::thread keyboard(
    [&]
    {
      for (const QChar letter : text)
      {
        std::this_thread::sleep_for(std::chrono::milliseconds(MillisecondsBetweenKeys));
        presses.push_back(KeyWatch::Clock::now());
        for (const QEvent::Type type : { QEvent::KeyPress, QEvent::KeyRelease })
        {
          QCoreApplication::postEvent(
            widget, new QKeyEvent(type, letter.unicode(), Qt::NoModifier, QString(letter)));
        }
      }
      isDone = true;
    });
  const bool allArrived = waitUntil(
    [&] { return isDone && watch.Arrivals.size() >= static_cast<std::size_t>(text.size()); });
  keyboard.join();
  KeyWatch::Clock::duration longest{ 0 };
  for (std::size_t i = 0; allArrived && i < presses.size(); ++i)
  {
    longest = std::max(longest, watch.Arrivals[i] - presses[i]);
  }
  return allArrived
    ? static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(longest).count())
    : -1;
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
  if (command == "type")
  {
    auto* widget = qobject_cast<QWidget*>(object);
    const int latest = widget ? pressKeys(widget, arguments.section('=', 1)) : -1;
    std::cout << "Keys arrived within " << latest << " ms." << std::endl;
    if (latest < 0 || latest > arguments.section('=', 0, 0).toInt())
    {
      std::cerr << "ERROR: a key arrived after " << latest << " ms.\n";
      error = true;
    }
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
    // The menu would ask where files are. ParaView waits for events before it shows the views, in
    // which the next event of the session must not be played.
    pqEventDispatcher::deferEventsIfBlocked(true);
    pqLoadStateReaction::loadState(pqCoreTestUtility::TestDirectory() + "/" + arguments, true);
    pqEventDispatcher::deferEventsIfBlocked(false);
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
