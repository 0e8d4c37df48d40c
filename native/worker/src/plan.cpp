#include "plan.hpp"

#include <charconv>
#include <stdexcept>

namespace eyewall::worker {
namespace {

template <class T> T number(const std::string &word) {
  T value = 0;
  const char *end = word.data() + word.size();
  const auto result = std::from_chars(word.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) {
    throw std::runtime_error("'" + word + "' in a worker's plan is not a number, or too large");
  }
  return value;
}

template <class T> std::vector<T> numbers(const std::string &word) {
  std::vector<T> list;
  for (std::size_t begin = 0; begin < word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    list.push_back(number<T>(word.substr(begin, end - begin)));
    begin = end + 1;
  }
  return list;
}

Grouping grouping_of(const std::string &word) {
  static const std::map<std::string, Grouping> all{
      {"shuffle", Grouping::shuffle}, {"local", Grouping::local_or_shuffle},
      {"fields", Grouping::fields},   {"all", Grouping::all},
      {"global", Grouping::global},   {"direct", Grouping::direct}};
  const auto found = all.find(word);
  if (found == all.end()) {
    throw std::runtime_error("unknown grouping '" + word + "'");
  }
  return found->second;
}

Role role_of(const std::string &word) {
  if (word == "bolt") {
    return Role::bolt;
  }
  if (word == "spout") {
    return Role::spout;
  }
  if (word == "acker") {
    return Role::acker;
  }
  throw std::runtime_error("unknown role '" + word + "'");
}

} // namespace

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\t') {
      words.emplace_back();
    } else if (line[i] == '\\' && i + 1 < line.size()) {
      const char escaped = line[++i];
      words.back() += escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped;
    } else {
      words.back() += line[i];
    }
  }
  return words;
}

std::string line_of(const std::vector<std::string> &words) {
  std::string line;
  for (const std::string &word : words) {
    line += line.empty() ? "" : "\t";
    for (const char c : word) {
      switch (c) {
      case '\t':
        line += "\\t";
        break;
      case '\n':
        line += "\\n";
        break;
      case '\\':
        line += "\\\\";
        break;
      default:
        line += c;
      }
    }
  }
  return line + '\n';
}

std::uint32_t Plan::stream_id(std::string_view component, std::string_view name) const {
  const auto found = streams.find(component);
  if (found != streams.end()) {
    for (const auto &[id, stream] : found->second) {
      if (stream.name == name) {
        return id;
      }
    }
  }
  return 0;
}

void PlanReader::add(std::string_view bytes) {
  rest_ += bytes;
  std::size_t begin = 0;
  for (std::size_t end = rest_.find('\n'); end != std::string::npos;
       end = rest_.find('\n', begin)) {
    line(words_of(std::string_view(rest_).substr(begin, end - begin)));
    begin = end + 1;
  }
  rest_.erase(0, begin);
}

OwnTask &PlanReader::own(const std::string &task) {
  for (OwnTask &each : plan_.own) {
    if (each.task == number<std::int32_t>(task)) {
      return each;
    }
  }
  throw std::runtime_error("task " + task + " is not of this worker");
}

void PlanReader::line(const std::vector<std::string> &words) {
  const std::string &first = words[0];
  const auto is = [&](std::string_view name, std::size_t min_words) {
    if (first != name) {
      return false;
    }
    if (words.size() < min_words) {
      throw std::runtime_error("a line '" + first + "' of a worker's plan is too short");
    }
    return true;
  };
  if (is("place", 4)) {
    places_[{words[1], number<std::uint16_t>(words[2])}] = numbers<std::int32_t>(words[3]);
  } else if (is("placed", 1)) {
    change_.places = std::exchange(places_, {});
  } else if (is("active", 2)) {
    change_.active = words[1] == "1";
  } else if (is("stop", 1)) {
    change_.stop = true;
  } else if (complete_) {
    throw std::runtime_error("'" + first + "' is not allowed after the plan is complete");
  } else if (is("port", 2)) {
    plan_.port = number<std::uint16_t>(words[1]);
  } else if (is("worker", 2)) {
    plan_.worker_id = words[1];
  } else if (is("timeout", 2)) {
    plan_.timeout_ms = number<std::int64_t>(words[1]);
  } else if (is("acking", 2)) {
    plan_.acking = words[1] == "1";
  } else if (is("loads", 2)) {
    plan_.loads = words[1] == "1";
  } else if (is("stream", 4)) {
    plan_.streams[words[1]][number<std::uint32_t>(words[2])] = {words[3],
                                                                {words.begin() + 4, words.end()}};
  } else if (is("task", 3)) {
    plan_.components[number<std::int32_t>(words[1])] = words[2];
  } else if (is("own", 7)) {
    plan_.own.push_back({number<std::int32_t>(words[1]),
                         role_of(words[2]),
                         number<std::int64_t>(words[3]),
                         number<std::uint64_t>(words[4]),
                         words[5],
                         words[6],
                         {},
                         {}});
  } else if (is("output", 3)) {
    own(words[1]).outputs.push_back(words[2]);
  } else if (is("setting", 4)) {
    own(words[1]).settings.emplace_back(words[2], words[3]);
  } else if (is("target", 6)) {
    plan_.targets[{words[1], words[2]}].push_back(
        {grouping_of(words[3]), numbers<std::int32_t>(words[4]), numbers<std::size_t>(words[5])});
  } else if (is("go", 1)) {
    complete_ = true;
  } else {
    throw std::runtime_error("unknown line '" + first + "' in a worker's plan");
  }
}

} // namespace eyewall::worker
