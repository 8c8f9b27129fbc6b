#ifndef pqStopButton_h
#define pqStopButton_h

#include <QElapsedTimer>
#include <QObject>
#include <QString>

/**
 * Presses the mouse on the Abort button when a filter first reports an iteration. Recorded events
 * cannot, as they are played between executions only.
 */
class pqStopButton : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqStopButton(QObject* parent = nullptr);
  ~pqStopButton() override = default;

  void onStartup();
  void onShutdown() {}

private Q_SLOTS:
  void onProgress(const QString& text);

private:
  Q_DISABLE_COPY(pqStopButton)

  bool Arrived = false; ///< the press had its effect
  QElapsedTimer SincePress;
};

#endif
