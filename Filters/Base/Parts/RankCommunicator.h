#ifndef TRABECULA_FILTERS_RANKCOMMUNICATOR_H
#define TRABECULA_FILTERS_RANKCOMMUNICATOR_H

#include "Core/Communication/Communicator.h"
#include "Core/Error.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

class vtkMultiProcessController;

namespace trabecula::filters
{
/// Thrown where a rank waits for another that has ended, whose failure is the one to be reported.
class OtherRankEnded : public Error
{
public:
  using Error::Error;
};

/**
 * Parts that are the ranks of a controller, with messages through memory of the host. It is for the
 * thread that may call MPI.
 *
 * Nobody waits for ever: a rank that has ended says so, and where others wait for it, their waiting
 * throws. Therefore all ranks call end() when they have computed, whether they have failed or not.
 */
class RankCommunicator : public Communicator
{
public:
  /// Collective.
  explicit RankCommunicator(vtkMultiProcessController& controller);
  ~RankCommunicator() override;
  RankCommunicator(const RankCommunicator&) = delete;
  RankCommunicator& operator=(const RankCommunicator&) = delete;

  int rank() const override;
  int size() const override;
  void sum(double* values, std::size_t count) const override;
  void maximum(double* values, std::size_t count) const override;
  void exchange(
    const std::vector<Message>& sent, const std::vector<Message>& received) const override;

  /// How a rank has ended, in the order of what is to be reported.
  enum class Ending
  {
    Finished,
    OtherEnded, ///< by OtherRankEnded
    Stopped,
    Failed
  };
  struct End
  {
    Ending ending = Ending::Finished;
    int rank = 0;
    std::string failure; ///< empty if it has finished or was stopped
  };
  /// Ends the communication of all ranks, and drops messages that nobody has received. What is
  /// called next begins anew. @return the end that is to be reported, of the lowest such rank
  End end(Ending ending, const std::string& failure) const;

private:
  class Ranks;
  std::unique_ptr<Ranks> Implementation;
};
}

#endif
