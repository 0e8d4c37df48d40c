// The native methods of io.eyewall.nativetask.memory.NativeTask.
#include <eyewall/task/loader.hpp>

#include <jni.h>

#include <memory>
#include <string>
#include <variant>

namespace {

using eyewall::task::Library;

/// One task in this process; Java holds its address.
struct Task {
  std::shared_ptr<Library> library;
  eyewall_task *task = nullptr;
  JavaVM *vm = nullptr;
  jobject waker = nullptr; ///< a Runnable
};

void fail(JNIEnv *env, const std::string &message) {
  env->ThrowNew(env->FindClass("io/eyewall/nativetask/NativeTaskException"), message.c_str());
}

std::string text(JNIEnv *env, jstring from) {
  const char *chars = env->GetStringUTFChars(from, nullptr);
  if (chars == nullptr) {
    return {};
  }
  std::string result(chars);
  env->ReleaseStringUTFChars(from, chars);
  return result;
}

/// On a thread of the task's own.
void wake(void *context) {
  const auto *task = static_cast<Task *>(context);
  void *env_address = nullptr;
  if (task->vm->AttachCurrentThreadAsDaemon(&env_address, nullptr) != JNI_OK) {
    return; // the JVM ends
  }
  auto *env = static_cast<JNIEnv *>(env_address);
  jmethodID run = env->GetMethodID(env->GetObjectClass(task->waker), "run", "()V");
  env->CallVoidMethod(task->waker, run);
  env->ExceptionClear();
}

Task *at(jlong address) {
  // NOLINTNEXTLINE(*-reinterpret-cast, performance-no-int-to-ptr): Java keeps it as a number
  return reinterpret_cast<Task *>(address);
}

} // namespace

extern "C" {

JNIEXPORT jlong JNICALL Java_io_eyewall_nativetask_memory_NativeTask_create(
    JNIEnv *env, jclass /*type*/, jstring path, jstring component, jobject waker) {
  const std::string file = text(env, path);
  const std::string name = text(env, component);
  auto opened = Library::open(file);
  if (const auto *why = std::get_if<std::string>(&opened)) {
    fail(env, *why);
    return 0;
  }
  auto task = std::make_unique<Task>();
  task->library = std::get<std::shared_ptr<Library>>(opened);
  env->GetJavaVM(&task->vm);
  task->waker = env->NewGlobalRef(waker);
  const eyewall_host host{task.get(), wake};
  const eyewall_library &functions = task->library->functions();
  const int32_t status = functions.create(name.c_str(), &host, &task->task);
  if (status != EYEWALL_TASK_OK) {
    env->DeleteGlobalRef(task->waker);
    fail(env,
         status == EYEWALL_TASK_UNKNOWN_COMPONENT
             ? "'" + file + "' has no component '" + name + "'; it has " + functions.components()
             : "a task of '" + name + "' in '" + file +
                   "' could not be made: " + functions.error(nullptr));
    return 0;
  }
  // NOLINTNEXTLINE(*-reinterpret-cast): Java keeps it as a number
  return reinterpret_cast<jlong>(task.release());
}

JNIEXPORT jstring JNICALL Java_io_eyewall_nativetask_memory_NativeTask_process(
    JNIEnv *env, jclass /*type*/, jlong address, jobject frames, jint size) {
  const Task *task = at(address);
  const eyewall_library &functions = task->library->functions();

  const auto *bytes = static_cast<const uint8_t *>(env->GetDirectBufferAddress(frames));
  if (functions.process(task->task, bytes, static_cast<size_t>(size)) == EYEWALL_TASK_OK) {
    return nullptr;
  }
  return env->NewStringUTF(functions.error(task->task));
}

JNIEXPORT jobject JNICALL Java_io_eyewall_nativetask_memory_NativeTask_output(JNIEnv *env,
                                                                              jclass /*type*/,
                                                                              jlong address) {
  const Task *task = at(address);
  const uint8_t *frames = nullptr;
  size_t size = 0;
  const eyewall_library &functions = task->library->functions();
  if (functions.output(task->task, &frames, &size) != EYEWALL_TASK_OK) {
    fail(env, functions.error(task->task));
    return nullptr;
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): Java only reads
  return size == 0
             ? nullptr
             : env->NewDirectByteBuffer(const_cast<uint8_t *>(frames), static_cast<jlong>(size));
}

JNIEXPORT void JNICALL Java_io_eyewall_nativetask_memory_NativeTask_destroy(JNIEnv *env,
                                                                            jclass /*type*/,
                                                                            jlong address) {
  const std::unique_ptr<Task> task(at(address));
  task->library->functions().destroy(task->task);
  env->DeleteGlobalRef(task->waker);
}

} // extern "C"
