// Files of native/golden: lines of a name, what it is, and its bytes, between tabs.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "bytes.hpp"

namespace eyewall::test {

struct GoldenLine {
  std::string name;
  std::string notation;
  std::vector<std::uint8_t> bytes;
};

/// Empty if there is no such file.
inline std::vector<GoldenLine> golden_lines(const std::string &name) {
  std::ifstream file(std::string(EYEWALL_GOLDEN) + "/" + name);
  std::vector<GoldenLine> lines;
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("#")) {
      continue;
    }
    const auto first = line.find('\t');
    const auto second = line.find('\t', first + 1);
    lines.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1),
                     from_hex(line.substr(second + 1))});
  }
  return lines;
}

} // namespace eyewall::test
