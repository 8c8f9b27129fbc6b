#ifndef TRABECULA_CORE_COMMUNICATION_PACKEDEXCHANGE_H
#define TRABECULA_CORE_COMMUNICATION_PACKEDEXCHANGE_H

#include "Core/Communication/Communicator.h"
#include "Core/Context.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Repeated exchange of packed entries with the same other parts, in memory of the space. On devices
 * the communicator copies between them if it can; else messages go through pinned memory of the
 * host, with one copy each way for all parts. That memory is allocated once and kept.
 */
template <class Space>
class PackedExchange
{
public:
  /// Numbers of entities that are exchanged with another part.
  struct Neighbour
  {
    int rank; ///< of the other part
    std::size_t sent;
    std::size_t received;
  };

  PackedExchange(const Context<Space>& context, std::vector<Neighbour> neighbours);
  ~PackedExchange();
  PackedExchange(const PackedExchange&) = delete;
  PackedExchange& operator=(const PackedExchange&) = delete;

  /// Of all neighbours.
  std::size_t sent() const { return this->Sent; }
  std::size_t received() const { return this->Received; }

  /**
   * Called by all parts at the same time, in order with the work of the context.
   *
   * @param sent, received the entries of the first neighbour's entities, then those of the next
   * @param bytes of the entries of an entity; the same on all parts
   */
  void run(void* sent, void* received, std::size_t bytes);

private:
  /// Memory of the host through which messages of devices go.
  struct Staging;

  void setMessages(void* sent, void* received, std::size_t bytes);

  const Context<Space>* Computing;
  std::vector<Neighbour> Neighbours;
  std::size_t Sent = 0;
  std::size_t Received = 0;
  // Of the present exchange:
  std::vector<Communicator::Message> SentMessages;
  std::vector<Communicator::Message> ReceivedMessages;
  std::unique_ptr<Staging> Through; ///< null until it is needed
};

template <>
void PackedExchange<HostSpace>::run(void* sent, void* received, std::size_t bytes);
template <>
void PackedExchange<CudaSpace>::run(void* sent, void* received, std::size_t bytes);
}

#endif
