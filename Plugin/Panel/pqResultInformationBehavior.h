#ifndef pqResultInformationBehavior_h
#define pqResultInformationBehavior_h

#include <QObject>

class pqPipelineSource;

/**
 * Updates the results in the panel of an optimization filter, such as the compliance, after each
 * run. ParaView itself updates them before a run only.
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
