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
  jmethodID run = nullptr; ///< its method run()
};

/// Returns a Java string of any UTF-8 text; JNI's own functions expect modified UTF-8. Null if Java
/// is out of memory.
jstring java_text(JNIEnv *env, const std::string &from) {
  const auto size = static_cast<jsize>(from.size());
  jbyteArray bytes = env->NewByteArray(size);
  jstring charset = env->NewStringUTF("UTF-8");
  if (bytes == nullptr || charset == nullptr) {
    return nullptr;
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): text as bytes
  env->SetByteArrayRegion(bytes, 0, size, reinterpret_cast<const jbyte *>(from.data()));
  jclass type = env->FindClass("java/lang/String");
  jmethodID made = env->GetMethodID(type, "<init>", "([BLjava/lang/String;)V");
  return static_cast<jstring>(env->NewObject(type, made, bytes, charset));
}

void fail(JNIEnv *env, const std::string &message) {
  jstring what = java_text(env, message);
  jclass type = env->FindClass("io/eyewall/nativetask/NativeTaskException");
  if (what == nullptr || type == nullptr) {
    return; // a Java exception is pending
  }
  jmethodID made = env->GetMethodID(type, "<init>", "(Ljava/lang/String;)V");
  env->Throw(static_cast<jthrowable>(env->NewObject(type, made, what)));
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

/// The attachment of a task's own thread to the JVM; the destructor detaches the thread at its end,
/// because nothing else would.
struct Attached {
  explicit Attached(JavaVM *of) : vm(of) {}
  Attached(const Attached &) = delete;
  Attached &operator=(const Attached &) = delete;
  ~Attached() { vm->DetachCurrentThread(); }
  JavaVM *vm;
};

/// Returns the JNI environment, or null if the JVM is shutting down.
JNIEnv *env_of_thread(JavaVM *vm) {
  void *env = nullptr;
  if (vm->GetEnv(&env, JNI_VERSION_10) != JNI_OK) {
    if (vm->AttachCurrentThreadAsDaemon(&env, nullptr) != JNI_OK) {
      return nullptr;
    }
    static thread_local const Attached until_it_ends(vm);
  }
  return static_cast<JNIEnv *>(env);
}

/// Calls the Java waker. Called on a task's own thread.
void wake(void *context) {
  const auto *task = static_cast<Task *>(context);
  JNIEnv *env = env_of_thread(task->vm);
  if (env == nullptr) {
    return;
  }
  // Must not create local references: such a thread never returns to Java, which would release
  // them.
  env->CallVoidMethod(task->waker, task->run);
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
  task->run = env->GetMethodID(env->GetObjectClass(waker), "run", "()V");
  const eyewall_host host{task.get(), wake};
  const eyewall_library &functions = task->library->functions();
  const int32_t status = functions.create(name.c_str(), &host, &task->task);
  if (status != EYEWALL_TASK_OK) {
    env->DeleteGlobalRef(task->waker);
    fail(env,
         status == EYEWALL_TASK_UNKNOWN_COMPONENT
             ? "'" + file + "' has no component '" + name + "'; it has " + functions.components()
             : "a task of '" + name + "' in '" + file +
                   "' could not be created: " + functions.error(nullptr));
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
  return java_text(env, functions.error(task->task));
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
