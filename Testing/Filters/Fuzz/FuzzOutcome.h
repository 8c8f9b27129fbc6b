#ifndef TRABECULA_TESTING_FILTERS_FUZZOUTCOME_H
#define TRABECULA_TESTING_FILTERS_FUZZOUTCOME_H

#include "vtkAlgorithm.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace trabecula::testing
{
/// The result of a filter for bitwise comparison: messages without addresses, and fields.
struct FuzzOutcome
{
  int errors = 0;
  std::string text;
  std::vector<double> values;
  bool hasBadField = false;

  bool operator==(const FuzzOutcome& other) const
  {
    return this->errors == other.errors && this->text == other.text &&
      this->values.size() == other.values.size() &&
      std::equal(this->values.begin(), this->values.end(), other.values.begin(),
        [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
  }
};

/// Updates all ports of a filter.
/// @param isAnalysis whether displacements and energies must be numbers
FuzzOutcome updated(vtkAlgorithm* filter, bool isAnalysis);
}

#endif
