// Common parts of PackedExchange.cxx and PackedExchange.cu.

#include "Core/Communication/PackedExchange.h"

#include <utility>

namespace trabecula
{
template <class Space>
PackedExchange<Space>::PackedExchange(
  const Context<Space>& context, std::vector<Neighbour> neighbours)
  : Computing(&context), Neighbours(std::move(neighbours)), SentMessages(this->Neighbours.size()),
    ReceivedMessages(this->Neighbours.size())
{
  for (const Neighbour& neighbour : this->Neighbours)
  {
    this->Sent += neighbour.sent;
    this->Received += neighbour.received;
  }
}

template <class Space>
PackedExchange<Space>::~PackedExchange() = default;

template <class Space>
void PackedExchange<Space>::setMessages(void* sent, void* received, std::size_t bytes)
{
  auto* from = static_cast<char*>(sent);
  auto* to = static_cast<char*>(received);
  for (std::size_t i = 0; i < this->Neighbours.size(); ++i)
  {
    const Neighbour& neighbour = this->Neighbours[i];
    this->SentMessages[i] = { neighbour.rank, from, neighbour.sent * bytes };
    this->ReceivedMessages[i] = { neighbour.rank, to, neighbour.received * bytes };
    from += this->SentMessages[i].bytes;
    to += this->ReceivedMessages[i].bytes;
  }
}
}
