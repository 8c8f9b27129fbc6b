#ifndef pqTrabeculaStarter_h
#define pqTrabeculaStarter_h

#include <QObject>

/**
 * Sets up the plugin's behaviors when the client loads it.
 */
class pqTrabeculaStarter : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqTrabeculaStarter(QObject* parent = nullptr);
  ~pqTrabeculaStarter() override = default;

  void onStartup();
  void onShutdown() {}

private:
  Q_DISABLE_COPY(pqTrabeculaStarter)
};

#endif
