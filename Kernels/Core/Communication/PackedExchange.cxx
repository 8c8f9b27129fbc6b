#include "Core/Communication/PackedExchange.h"

#include "Core/Communication/PackedExchange.inl"

namespace trabecula
{
template <>
struct PackedExchange<HostSpace>::Staging
{
};

template <>
void PackedExchange<HostSpace>::run(void* sent, void* received, std::size_t bytes)
{
  this->setMessages(sent, received, bytes);
  this->Computing->communicator().exchange(this->SentMessages, this->ReceivedMessages);
}

template class PackedExchange<HostSpace>;
}
