package io.eyewall.server.keeper;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the threads that a topology inside the server leaves behind when it is over: user code that
 * does not return, or threads that user code never ends. In a process of its own they would end
 * with it; inside the server they can't be ended.
 */
final class SurvivingThreads {
    private SurvivingThreads() {}

    /**
     * Waits for the end of all threads of a group except the caller.
     *
     * @param limitMs longest wait for all threads together; 0 does not wait
     * @return descriptions of the remaining threads, each with its current stack frame
     */
    static List<String> awaitAndDescribe(ThreadGroup group, long limitMs)
            throws InterruptedException {
        long endNs = System.nanoTime() + limitMs * 1_000_000L;
        List<String> surviving = new ArrayList<>();
        for (Thread thread : otherThreads(group)) {
            long leftMs = (endNs - System.nanoTime()) / 1_000_000L;
            if (leftMs > 0) {
                thread.join(leftMs);
            }
            StackTraceElement[] stack = thread.getStackTrace();
            if (stack.length > 0) { // else it has ended
                surviving.add("'%s' in %s".formatted(thread.getName(), stack[0]));
            }
        }
        return surviving;
    }

    private static List<Thread> otherThreads(ThreadGroup group) {
        Thread[] found = new Thread[2 * group.activeCount() + 16];
        // enumerate drops threads beyond the array's length, if many have started meanwhile.
        int count = group.enumerate(found);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (found[i] != Thread.currentThread()) {
                threads.add(found[i]);
            }
        }
        return threads;
    }
}
