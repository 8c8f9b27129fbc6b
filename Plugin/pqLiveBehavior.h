#ifndef pqLiveBehavior_h
#define pqLiveBehavior_h

#include <QMap>
#include <QObject>
#include <QTimer>

class pqPipelineSource;

/**
 * Hosts the live runs of optimization filters that execute in this process: ParaView itself polls
 * them and shows their latest iterate, by the hint <LiveSource/>. This behavior calls AllowLive(),
 * shows the design of a new one with its first iterate, and goes to the last time step when a run
 * ends or pauses, as it has time steps only then.
 *
 * Filters on a server are not hosted and run synchronously.
 */
class pqLiveBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqLiveBehavior(QObject* parent = nullptr);
  ~pqLiveBehavior() override = default;

Q_SIGNALS:
  void started(pqPipelineSource* source);
  /// A running one has a new iterate.
  void advanced(pqPipelineSource* source);

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onSourceRemoved(pqPipelineSource* source);
  void onTimeout();
  /// Ends all threads.
  void onQuit();

private:
  Q_DISABLE_COPY(pqLiveBehavior)

  struct Seen
  {
    bool busy = false;
    int iterations = -1;
  };
  void look(pqPipelineSource* source, Seen& seen);

  QMap<pqPipelineSource*, Seen> Hosted;
  QTimer Timer;
};

#endif
