#include "Optimization/Verdict/DesignVerdict.h"

#include "Core/Text.h"
#include "Optimization/ConvergenceRule.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
std::string percentText(double share)
{
  return shortText(std::round(1000.0 * share) / 10.0) + " %";
}

/// Converts the name of a column to words, as "volume fraction" for "VolumeFraction".
std::string wordsOf(const std::string& column)
{
  std::string words;
  for (const char letter : column)
  {
    const bool isCapital = letter >= 'A' && letter <= 'Z';
    words += isCapital && !words.empty() ? " " : "";
    words += isCapital ? static_cast<char>(letter - 'A' + 'a') : letter == '_' ? ' ' : letter;
  }
  return words;
}

std::string joined(const std::vector<std::string>& sentences)
{
  std::string text;
  for (const std::string& sentence : sentences)
  {
    text += (text.empty() ? "" : " ") + sentence;
  }
  return text;
}

/// Returns the condition that resists the loads of structures, or of bodies that conduct heat, in
/// words.
const char* supportOf(bool isOfHeat)
{
  return isOfHeat ? "a fixed temperature or film" : "a support";
}

std::string faultOf(const LoadVerdict& load, bool isOfHeat)
{
  const std::string what = isOfHeat ? "The " + load.name
    : load.name == "Output"         ? std::string("The output")
                                    : "The load " + load.name;
  if (load.onMaterial < LoadVerdict::LeastCarried)
  {
    return what + " acts on no material" +
      (load.onMaterial > 0.0 ? " with " + percentText(1.0 - load.onMaterial) + " of it." : ".");
  }
  return what + " is not connected to " + supportOf(isOfHeat) +
    (load.carried > 0.0 ? " with " + percentText(1.0 - load.carried) + " of it." : ".");
}
}

std::string sentenceOf(const BoundVerdict& bound)
{
  const bool isUpper = bound.sense == BoundSense::AtMost;
  const std::string value = "The " + wordsOf(bound.column) + " is " + shortText(bound.value);
  return bound.isMet() ? value + (isUpper ? "; it may be at most " : "; it must be at least ") +
      shortText(bound.bound) + "."
                       : value + ", " + percentText(bound.excess()) +
      (isUpper ? " above its bound " : " below its bound ") + shortText(bound.bound) + ".";
}

double BoundVerdict::excess() const
{
  const double above = this->value - this->bound;
  return (this->sense == BoundSense::AtMost ? above : -above) /
    std::max(std::abs(this->bound), std::numeric_limits<double>::min());
}

double DesignVerdict::largestExcess() const
{
  double largest = 0.0;
  for (const BoundVerdict& bound : this->bounds)
  {
    largest = std::max(largest, bound.excess());
  }
  return largest;
}

std::vector<std::string> DesignVerdict::faults() const
{
  std::vector<std::string> faults;
  for (const BoundVerdict& bound : this->bounds)
  {
    if (!bound.isMet())
    {
      faults.push_back(sentenceOf(bound));
    }
  }
  faults.insert(faults.end(), this->countedFaults.begin(), this->countedFaults.end());
  for (const LoadVerdict& load : this->loads)
  {
    if (!load.isCarried())
    {
      faults.push_back(faultOf(load, this->isOfHeat));
    }
  }
  if (this->looseShare > MostLoose)
  {
    faults.push_back(
      (this->loosePieces == 1 ? std::string("A piece with ")
                              : std::to_string(this->loosePieces) + " pieces with ") +
      percentText(this->looseShare) + " of the material " +
      (this->loosePieces == 1 ? "is" : "are") + " not connected to " + supportOf(this->isOfHeat) +
      ".");
  }
  for (const ConnectionVerdict& connection : this->connections)
  {
    if (connection.looseShare > MostLoose)
    {
      faults.push_back(percentText(connection.looseShare) +
        " of the material is not connected to " + connection.place + ".");
    }
  }
  if (this->increase > MostIncrease)
  {
    faults.push_back("The objective is " + percentText(this->increase) +
      " worse than that of the initial design.");
  }
  return faults;
}

std::string DesignVerdict::faultText() const
{
  return joined(this->faults());
}

std::string DesignVerdict::remarkText() const
{
  std::vector<std::string> sentences;
  if (this->faults().empty())
  {
    sentences.emplace_back(this->isOfHeat
        ? "Sound: the bounds are met and material leads the heat to fixed temperatures or films."
        : "Sound: the bounds are met and the loads are carried to the supports.");
  }
  if (this->loosePieces > 0 && this->looseShare <= MostLoose)
  {
    sentences.push_back("Loose pieces without weight: " + std::to_string(this->loosePieces) + ".");
  }
  for (const ConnectionVerdict& connection : this->connections)
  {
    if (connection.looseShare <= MostLoose)
    {
      sentences.push_back("The material is connected to " + connection.place + ".");
    }
  }
  const bool hasResponses = std::any_of(this->bounds.begin(), this->bounds.end(),
    [](const BoundVerdict& bound) { return bound.column != "VolumeFraction"; });
  for (const BoundVerdict& bound : this->bounds)
  {
    if (hasResponses && bound.isMet())
    {
      sentences.push_back(sentenceOf(bound));
    }
  }
  sentences.push_back("Greyness " + shortText(std::round(1000.0 * this->greyness) / 1000.0) + ".");
  return joined(sentences);
}

std::string DesignVerdict::convergenceText() const
{
  if (this->iteration > 0 && !this->unfinished.empty())
  {
    return "Not converged: the continuation of " + this->unfinished +
      " has not ended, or has just ended.";
  }
  if (this->iteration >= SettledVolume::Iterates && !this->isSettled &&
    this->change < this->tolerance)
  {
    return "Not converged: the volume has not been at its bound for " +
      std::to_string(SettledVolume::Iterates) + " iterations.";
  }
  if (this->iteration > 0 && !this->isConverged())
  {
    return "Not converged: the last change is " + shortText(this->change) +
      (this->tolerance > 0.0 ? ", the tolerance " + shortText(this->tolerance) + "." : ".");
  }
  return "";
}

std::string DesignVerdict::text() const
{
  const std::string fault = this->faultText();
  const std::string convergence = this->convergenceText();
  return (fault.empty() ? "" : "Not sound: " + fault + " ") + this->remarkText() +
    (convergence.empty() ? "" : " " + convergence);
}
}
