// A library of tasks for a boundary that there is not.
#include <eyewall/task/abi.h>

extern "C" __attribute__((visibility("default"))) const eyewall_library *eyewall_task_library() {
  static const eyewall_library library{
      7, sizeof(eyewall_library), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
  return &library;
}
