#ifndef pqBackgroundBehavior_h
#define pqBackgroundBehavior_h

#include "pqPollingBehavior.h"

#include <QSet>
#include <QTimer>

/**
 * Hosts analyses that continue in the background, which are filters with the command
 * PollBackground: shows their progress in the status bar, lets ParaView's Abort button stop them,
 * and updates filter, views and panel when results are available.
 */
class pqBackgroundBehavior : public pqPollingBehavior
{
  Q_OBJECT
  using Superclass = pqPollingBehavior;

public:
  explicit pqBackgroundBehavior(QObject* parent = nullptr);
  ~pqBackgroundBehavior() override = default;

  /// Whether a filter is hosted by this behavior.
  static bool isHosted(pqPipelineSource* source);

Q_SIGNALS:
  /// Emitted when results or an error are available and the filter has been updated.
  void finished(pqPipelineSource* source);
  /// Emitted when the filter was aborted and has been updated.
  void stopped(pqPipelineSource* source);

protected:
  void look(pqPipelineSource* source) override;
  void forget(pqPipelineSource* source) override;

private Q_SLOTS:
  void abort();
  void announce();
  void wake(pqPipelineSource* source) { this->Asleep.remove(source); }

private:
  Q_DISABLE_COPY(pqBackgroundBehavior)

  void enableAbort();

  QSet<pqPipelineSource*> Running;
  QSet<pqPipelineSource*> Followers; ///< filters that follow a live run in progress
  QSet<pqPipelineSource*> Aborted;
  QSet<pqPipelineSource*> Ended; ///< filters whose end is to be announced
  /// Filters on a server with nothing in the background: only an update starts a computation.
  QSet<pqPipelineSource*> Asleep;
  QTimer Later;
};

#endif
