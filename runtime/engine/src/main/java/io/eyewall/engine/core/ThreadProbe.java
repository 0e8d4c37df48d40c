package io.eyewall.engine.core;

import java.io.IOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Asks the JVM and the kernel about threads: whether one waits, computes, or merely has no
 * processor. Java's thread state includes waits for monitors and locks and sleeps, but calls a
 * thread in a system call runnable; Linux reports its wait, where it can be asked. Any thread may
 * call the methods.
 */
public final class ThreadProbe {
    /** How late the kernel may end a sleep: 1 us. */
    private static final String TIMER_SLACK_NS = "1000";

    private static final Path THREAD_SELF = Path.of("/proc/thread-self");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean CPU_TIME =
            THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

    private ThreadProbe() {}

    /** Returns the processor time that a thread has used, in nanoseconds, or -1 if unavailable. */
    public static long cpuNs(Thread thread) {
        return CPU_TIME ? THREADS.getThreadCpuTime(thread.getId()) : -1;
    }

    /**
     * Returns the innermost frames of a thread's stack only, because a deep stack is expensive to
     * read. The thread comes to a safepoint meanwhile, so that its stores and loads are ordered
     * around the caller's.
     *
     * @param frames maximum number of frames
     */
    static StackTraceElement[] stackOf(Thread thread, int frames) {
        ThreadInfo info = THREADS.getThreadInfo(thread.getId(), frames);
        return info == null ? new StackTraceElement[0] : info.getStackTrace();
    }

    /** Returns the kernel's id of the calling thread, or -1 where it is unavailable. */
    static long ownNativeId() {
        try {
            Path link = Files.readSymbolicLink(THREAD_SELF); // PID/task/TID
            return Long.parseLong(link.getFileName().toString());
        } catch (IOException | RuntimeException e) {
            return -1;
        }
    }

    /**
     * Asks Linux to wake a thread exactly when its sleep is over, and not up to 50 us later
     * together with others. Has no effect where Linux does not allow it.
     */
    static void sharpenTimers(long nativeId) {
        if (nativeId > 0) {
            try {
                Files.writeString(Path.of("/proc/" + nativeId + "/timerslack_ns"), TIMER_SLACK_NS);
            } catch (IOException | RuntimeException e) {
                // sleeps stay as inexact as they are by default
            }
        }
    }

    /** Returns whether a thread waits for something other than a processor at this moment. */
    static boolean isWaiting(Thread thread, long nativeId) {
        return isWaitingInJava(thread) || (nativeId > 0 && isSleepingInKernel(nativeId));
    }

    /**
     * As {@link #isWaiting}, without the waits that the JVM itself imposes on a thread, for memory
     * or for the end of a pause. In these, as in a system call, Java calls the thread runnable, but
     * its innermost frame is no native method.
     */
    static boolean isWaitingByItself(Thread thread, long nativeId) {
        if (isWaitingInJava(thread)) {
            return true;
        }
        if (nativeId <= 0 || !isSleepingInKernel(nativeId)) {
            return false;
        }
        StackTraceElement[] stack = stackOf(thread, 1);
        return stack.length > 0 && stack[0].isNativeMethod();
    }

    private static boolean isWaitingInJava(Thread thread) {
        return thread.getState() != Thread.State.RUNNABLE;
    }

    /** Returns whether a thread waits without a time limit for another thread. */
    static boolean isWaitingWithoutLimit(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }

    /**
     * Returns whether a thread waits for another thread, with or without a time limit; not whether
     * it waits for a lock of the JVM's or in a system call.
     */
    static boolean isWaitingForThread(Thread thread) {
        return isWaitingWithoutLimit(thread) || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /**
     * Returns whether one of some threads waits for a monitor or lock that a thread holds, as far
     * as the JVM knows the holder: it does not know it for semaphores and latches.
     *
     * @param ownsPermits whether the thread is taken to hold a permit of every semaphore
     */
    public static boolean isAnyWaitingFor(Thread owner, List<Thread> threads, boolean ownsPermits) {
        for (Thread each : threads) {
            if (each != owner && isWaitingInJava(each)) {
                ThreadInfo info = THREADS.getThreadInfo(each.getId());
                if (info != null
                        && (info.getLockOwnerId() == owner.getId()
                                || (ownsPermits && waitsForPermit(info)))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean waitsForPermit(ThreadInfo info) {
        LockInfo awaited = info.getLockInfo();
        return awaited != null
                && awaited.getClassName().startsWith("java.util.concurrent.Semaphore$");
    }

    private static boolean isSleepingInKernel(long nativeId) {
        try {
            byte[] stat = Files.readAllBytes(Path.of("/proc/self/task/" + nativeId + "/stat"));
            String text = new String(stat, StandardCharsets.ISO_8859_1);
            char state = text.charAt(text.lastIndexOf(')') + 2); // pid (name) state ...
            return state == 'S' || state == 'D';
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
