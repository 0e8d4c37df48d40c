// Runs a fuzz target without libFuzzer: every file of a corpus, then a fixed number of inputs made
// of them by a fixed generator, the same on every machine.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int changed_inputs = 20000;

class Generator {
public:
  std::uint32_t below(std::size_t bound) {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return static_cast<std::uint32_t>((state_ >> 16U) % bound);
  }

private:
  std::uint64_t state_ = 0x9e3779b97f4a7c15ULL;
};

void change(Bytes &bytes, const Bytes &other, Generator &generator) {
  constexpr std::uint8_t edges[] = {0x00, 0x01, 0x02, 0x7f, 0x80, 0x81, 0x82, 0xbf, 0xc0, 0xff};
  const std::size_t at = bytes.empty() ? 0 : generator.below(bytes.size());
  switch (generator.below(6)) {
  case 0:
    bytes.resize(at);
    break;
  case 1:
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 edges[generator.below(std::size(edges))]);
    break;
  case 2:
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), other.begin(), other.end());
    break;
  case 3:
    if (!bytes.empty()) {
      bytes[at] = static_cast<std::uint8_t>(generator.below(256));
    }
    break;
  case 4:
    if (!bytes.empty()) {
      bytes[at] = edges[generator.below(std::size(edges))];
    }
    break;
  default:
    if (!bytes.empty()) {
      bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
    }
    break;
  }
}

} // namespace

int main(int count, char **arguments) {
  if (count != 2) {
    std::fputs("usage: NAME CORPUS-FOLDER\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(arguments[1])) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Bytes> corpus;
  for (const auto &path : paths) {
    std::ifstream file(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  if (corpus.empty()) {
    std::fprintf(stderr, "%s holds no corpus\n", arguments[1]);
    return 2;
  }
  for (const Bytes &bytes : corpus) {
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  Generator generator;
  for (int i = 0; i < changed_inputs; ++i) {
    Bytes bytes = corpus[generator.below(corpus.size())];
    const std::uint32_t changes = 1 + generator.below(6);
    for (std::uint32_t k = 0; k < changes; ++k) {
      change(bytes, corpus[generator.below(corpus.size())], generator);
    }
    if (bytes.size() <= 65536) {
      LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
  }
  std::printf("%zu inputs of the corpus, %d changed ones\n", corpus.size(), changed_inputs);
  return 0;
}
