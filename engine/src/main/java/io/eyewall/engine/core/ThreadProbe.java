package io.eyewall.engine.core;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the kernel knows of threads. Tells a thread that waits from one that computes or is merely
 * not scheduled. Java's thread state knows waiting for monitors, locks and sleeps but calls a
 * thread in a system call runnable; Linux knows better, where it can be asked.
 */
public final class ThreadProbe {
    private static final String TIMER_SLACK_NS = "1000";
    private static final Path THREAD_SELF = Path.of("/proc/thread-self");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean CPU_TIME =
            THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

    private ThreadProbe() {}

    /** Processor time that a thread has used in nanoseconds, or -1 if that can't be known. */
    public static long cpuNs(Thread thread) {
        return CPU_TIME ? THREADS.getThreadCpuTime(thread.getId()) : -1;
    }

    /**
     * Where a thread is, the innermost frames only: a deep stack is expensive to look at. The
     * thread comes to a safepoint meanwhile, so that its stores and loads are ordered around the
     * caller's.
     *
     * @param frames at most
     */
    static StackTraceElement[] stackOf(Thread thread, int frames) {
        ThreadInfo info = THREADS.getThreadInfo(thread.getId(), frames);
        return info == null ? new StackTraceElement[0] : info.getStackTrace();
    }

    /** The calling thread's id in the kernel, or -1 where there is no way to know. */
    static long ownNativeId() {
        try {
            Path link = Files.readSymbolicLink(THREAD_SELF); // PID/task/TID
            return Long.parseLong(link.getFileName().toString());
        } catch (IOException | RuntimeException e) {
            return -1;
        }
    }

    /**
     * Asks Linux to wake a thread when its time has come, and not up to 50 us later together with
     * others. Without effect where that can't be had.
     */
    static void sharpenTimers(long nativeId) {
        if (nativeId > 0) {
            try {
                Files.writeString(Path.of("/proc/" + nativeId + "/timerslack_ns"), TIMER_SLACK_NS);
            } catch (IOException | RuntimeException e) {
                // sleeps are as exact as they were
            }
        }
    }

    /** Whether a thread waits for something other than a processor at this moment. */
    static boolean isWaiting(Thread thread, long nativeId) {
        return isWaitingInJava(thread) || (nativeId > 0 && isSleepingInKernel(nativeId));
    }

    /**
     * The same without the waits that the JVM itself imposes on a thread, for memory or for the end
     * of a pause. In these, as in a system call, Java calls the thread runnable, but what it is in
     * is no native method.
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

    /** Whether a thread waits for another one, and for as long as that takes. */
    static boolean waitsWithoutLimit(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }

    /** The same, or until its time is over; not for a lock of the JVM's, or in a system call. */
    static boolean waits(Thread thread) {
        return waitsWithoutLimit(thread) || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /**
     * Whether one of some threads waits for a monitor or lock that a thread holds, as far as the
     * JVM knows who holds it: not of semaphores and latches.
     */
    public static boolean isAnyWaitingFor(Thread owner, List<Thread> threads) {
        for (Thread each : threads) {
            if (each != owner && isWaitingInJava(each)) {
                ThreadInfo info = THREADS.getThreadInfo(each.getId());
                if (info != null && info.getLockOwnerId() == owner.getId()) {
                    return true;
                }
            }
        }
        return false;
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
