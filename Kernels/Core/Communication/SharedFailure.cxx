#include "Core/Communication/SharedFailure.h"

#include "Core/Error.h"

#include <cstddef>
#include <exception>
#include <string>
#include <vector>

namespace trabecula
{
namespace
{
/// The message of what is thrown, which is not null.
std::string messageOf(const std::exception_ptr& thrown)
{
  try
  {
    std::rethrow_exception(thrown);
  }
  catch (const std::exception& error)
  {
    return error.what();
  }
  catch (...)
  {
    return "Unknown exception.";
  }
}
}

std::string broadcastText(const Communicator& parts, int from, const std::string& text)
{
  const bool isMine = parts.rank() == from;
  double size = isMine ? static_cast<double>(text.size()) : 0.0;
  parts.maximum(&size, 1);
  std::vector<double> characters(static_cast<std::size_t>(size), 0.0);
  for (std::size_t i = 0; isMine && i < characters.size(); ++i)
  {
    characters[i] = static_cast<unsigned char>(text[i]);
  }
  parts.maximum(characters.data(), characters.size());
  std::string result;
  for (const double character : characters)
  {
    result.push_back(static_cast<char>(static_cast<unsigned char>(character)));
  }
  return result;
}

void failTogether(const Communicator& parts, const std::function<void()>& work)
{
  std::exception_ptr thrown;
  try
  {
    work();
  }
  catch (...)
  {
    thrown = std::current_exception();
  }
  double last = -static_cast<double>(thrown ? parts.rank() : parts.size());
  parts.maximum(&last, 1);
  const int first = static_cast<int>(-last); // part that has failed
  if (parts.size() > 1 && first < parts.size())
  {
    const std::string mine = thrown ? messageOf(thrown) : std::string();
    const std::string message = broadcastText(parts, first, mine);
    if (!thrown || mine != message)
    {
      throw Error(message);
    }
  }
  if (thrown)
  {
    std::rethrow_exception(thrown);
  }
}
}
