#ifndef pqKeepSelection_h
#define pqKeepSelection_h

#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>

class pqPipelineSource;

/**
 * Keeps a filter of the plugin selected when the user connects it to a further input or disconnects
 * one, for example Part Surface of Topology Surface. The pipeline browser then moves the filter and
 * loses the selection, so that all filters in the menus would be disabled. If the new place is not
 * below the inputs, it is corrected.
 */
class pqKeepSelection : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqKeepSelection(QObject* parent = nullptr);
  ~pqKeepSelection() override = default;

private Q_SLOTS:
  void onConnectionChanged(pqPipelineSource* source, pqPipelineSource* consumer);
  void onConnectionRemoved(pqPipelineSource* source, pqPipelineSource* consumer);
  void activate();

private:
  Q_DISABLE_COPY(pqKeepSelection)

  QPointer<pqPipelineSource> Moved;
  QList<QPointer<pqPipelineSource>> Disconnected; ///< sources whose place may be wrong
  /// Unlike QTimer::singleShot, it waits until the filter has executed: events are processed during
  /// the execution, and the panel of a selected filter would request its information.
  QTimer Later;
};

#endif
