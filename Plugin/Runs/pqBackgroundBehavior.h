#ifndef pqBackgroundBehavior_h
#define pqBackgroundBehavior_h

#include "pqPollingBehavior.h"

#include <QSet>
#include <QTimer>

/**
 * Hosts analyses that continue in the background in this process, filters with the command
 * PollBackground: shows their progress in the status bar, lets ParaView's button Abort stop them,
 * and updates filter, views and panel when results are there.
 */
class pqBackgroundBehavior : public pqPollingBehavior
{
  Q_OBJECT
  using Superclass = pqPollingBehavior;

public:
  explicit pqBackgroundBehavior(QObject* parent = nullptr);
  ~pqBackgroundBehavior() override = default;

  /// Whether a filter is of this kind.
  static bool isHosted(pqPipelineSource* source);

Q_SIGNALS:
  /// Results or an error are there, and the filter has been updated.
  void finished(pqPipelineSource* source);
  /// It was aborted and has been updated.
  void stopped(pqPipelineSource* source);

protected:
  void look(pqPipelineSource* source) override;
  void forget(pqPipelineSource* source) override;

private Q_SLOTS:
  void abort();
  void announce();

private:
  Q_DISABLE_COPY(pqBackgroundBehavior)

  void enableAbort();

  QSet<pqPipelineSource*> Running;
  QSet<pqPipelineSource*> Followers; ///< that compute for a live run that goes on
  QSet<pqPipelineSource*> Aborted;
  QSet<pqPipelineSource*> Ended; ///< and to be announced
  QTimer Later;
};

#endif
