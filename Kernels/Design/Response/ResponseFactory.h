#ifndef TRABECULA_DESIGN_RESPONSE_RESPONSEFACTORY_H
#define TRABECULA_DESIGN_RESPONSE_RESPONSEFACTORY_H

#include "Design/Response/Response.h"

#include <memory>
#include <string>

namespace trabecula
{
template <class Space>
using ResponseMaker = std::unique_ptr<Response<Space>> (*)(
  const ResponseSettings& settings, const ResponseInput<Space>& input);

/// The maker of a class with a constructor of these arguments.
template <class Made, class Space>
std::unique_ptr<Response<Space>> makeResponseOf(
  const ResponseSettings& settings, const ResponseInput<Space>& input)
{
  return std::make_unique<Made>(settings, input);
}

/// The response of settings that have been checked. @throws Error if there is none of the name
template <class Space>
std::unique_ptr<Response<Space>> makeResponse(
  const ResponseSettings& settings, const ResponseInput<Space>& input);

/// Adds the maker of a kind that was added to responses(). Not to be called while problems are in
/// use.
template <class Space>
void addResponseMaker(const std::string& name, ResponseMaker<Space> maker);
}

#endif
