#ifndef TRABECULA_TESTING_SUPPORT_RANDOMCASES_H
#define TRABECULA_TESTING_SUPPORT_RANDOMCASES_H

namespace trabecula::testing
{
/// Number of random cases of a test, or the size of one, which is smaller under sanitizers, as they
/// take up to ten times as long there and no further code is reached.
constexpr int randomCases(int plain, int sanitized)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  static_cast<void>(plain);
  return sanitized;
#else
  static_cast<void>(sanitized);
  return plain;
#endif
}
}

#endif
