#ifndef pqTypingPause_h
#define pqTypingPause_h

#include <QObject>
#include <QTimer>

/**
 * Lets what happens by itself wait while the user types: live runs and what is computed in the
 * background go on, but nothing of them is shown, as an update of a large view would hold back the
 * keys.
 */
class pqTypingPause : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqTypingPause(QObject* parent = nullptr);
  ~pqTypingPause() override = default;

  /// Whether a key was pressed a short while ago.
  static bool isTyping() { return IsTyping; }

protected:
  bool eventFilter(QObject* object, QEvent* event) override;

private Q_SLOTS:
  void end();

private:
  Q_DISABLE_COPY(pqTypingPause)

  static bool IsTyping;
  bool PausesLiveSources = false; ///< they were not paused before
  QTimer Timer;
};

#endif
