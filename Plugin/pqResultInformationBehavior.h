#ifndef pqResultInformationBehavior_h
#define pqResultInformationBehavior_h

#include <QObject>

class pqPipelineSource;

/**
 * Keeps what the panel of an optimization filter shows of its last run, such as the compliance, up
 * to date. ParaView itself asks for it before a run only, and so would show the run before.
 */
class pqResultInformationBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqResultInformationBehavior(QObject* parent = nullptr);
  ~pqResultInformationBehavior() override = default;

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onDataUpdated(pqPipelineSource* source);

private:
  Q_DISABLE_COPY(pqResultInformationBehavior)
};

#endif
