#include <eyewall/task/loader.hpp>

#include <dlfcn.h>

namespace eyewall::task {

std::variant<std::shared_ptr<Library>, std::string> Library::open(const std::string &path) {
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char *why = dlerror(); // NOLINT(concurrency-mt-unsafe): of this thread in glibc and musl
    return "cannot load the library of tasks '" + path + "': " + (why == nullptr ? "" : why);
  }
  void *symbol = dlsym(handle, EYEWALL_TASK_ENTRY);
  if (symbol == nullptr) {
    dlclose(handle);
    return "'" + path +
           "' has no symbol " EYEWALL_TASK_ENTRY
           "; it is no library of tasks: it needs EYEWALL_TASKS(...) once";
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for
  const eyewall_library *functions = reinterpret_cast<eyewall_task_entry>(symbol)();
  if (functions == nullptr || functions->abi != EYEWALL_TASK_ABI ||
      functions->size < sizeof(eyewall_library)) {
    const std::string found = functions == nullptr ? "none" : std::to_string(functions->abi);
    dlclose(handle);
    return "'" + path + "' was built for version " + found +
           " of the boundary, this runtime has version " + std::to_string(EYEWALL_TASK_ABI) +
           "; build it anew with the headers of this version";
  }
  return std::make_shared<Library>(handle, functions);
}

Library::~Library() { dlclose(handle_); }

} // namespace eyewall::task
