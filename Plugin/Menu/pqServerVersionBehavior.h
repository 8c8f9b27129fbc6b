#ifndef pqServerVersionBehavior_h
#define pqServerVersionBehavior_h

#include <QObject>
#include <QSet>
#include <QString>

/**
 * Compares the version of the plugin in the window with that on the servers, when one is connected
 * and when a plugin is loaded, and tells of a difference, once for each pair. A version ends with a
 * stamp of the properties of all filters, so that builds of one release are told apart, too.
 *
 * ParaView's manager of the function "TRABECULA_SERVER_VERSION".
 */
class pqServerVersionBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;
  /// The versions that were compared last; empty where the plugin is not loaded.
  Q_PROPERTY(QString versionHere READ versionHere)
  Q_PROPERTY(QString versionOnServer READ versionOnServer)

public:
  explicit pqServerVersionBehavior(QObject* parent = nullptr);
  ~pqServerVersionBehavior() override;

  /// What is to be told; empty for the same version, and where either is empty.
  static QString describeDifference(const QString& here, const QString& onServer);

  const QString& versionHere() const { return this->Here; }
  const QString& versionOnServer() const { return this->OnServer; }

public Q_SLOTS:
  void compare(const QString& here, const QString& onServer);

private Q_SLOTS:
  /// Later, as a plugin is still being loaded.
  void onPluginsChanged();
  void compareAll();

private:
  Q_DISABLE_COPY(pqServerVersionBehavior)

  QString Here;
  QString OnServer;
  QSet<QString> Told;
};

#endif
