#ifndef pqTypingPause_h
#define pqTypingPause_h

#include <QObject>
#include <QTimer>

/**
 * Postpones automatic updates while the user types: live runs and background computations continue,
 * but their results are not shown, because an update of a large view would delay the keys.
 */
class pqTypingPause : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqTypingPause(QObject* parent = nullptr);
  ~pqTypingPause() override = default;

  /// Whether a key was pressed a short time ago.
  static bool isTyping() { return IsTyping; }

protected:
  bool eventFilter(QObject* object, QEvent* event) override;

private Q_SLOTS:
  void end();

private:
  Q_DISABLE_COPY(pqTypingPause)

  static bool IsTyping;
  bool PausesLiveSources = false; ///< whether they were running before
  QTimer Timer;
};

#endif
