package io.eyewall.server.keeper;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the threads that a topology inside the server leaves behind when it is over: user code that
 * does not return, or threads that user code never ends. In a process of its own they would end
 * with it; inside the server they can't be ended.
 */
final class LeftThreads {
    private LeftThreads() {}

    /**
     * Waits for the end of all threads of a group except the caller.
     *
     * @param limitMs longest wait for all threads together; 0 does not wait
     * @return descriptions of the remaining threads, each with its current stack frame
     */
    static List<String> after(ThreadGroup group, long limitMs) throws InterruptedException {
        long endNs = System.nanoTime() + limitMs * 1_000_000L;
        List<String> left = new ArrayList<>();
        for (Thread thread : of(group)) {
            long restMs = (endNs - System.nanoTime()) / 1_000_000L;
            if (restMs > 0) {
                thread.join(restMs);
            }
            StackTraceElement[] stack = thread.getStackTrace();
            if (stack.length > 0) { // else it has ended
                left.add("'%s' in %s".formatted(thread.getName(), stack[0]));
            }
        }
        return left;
    }

    private static List<Thread> of(ThreadGroup group) {
        Thread[] found = new Thread[2 * group.activeCount() + 16];
        int count = group.enumerate(found); // leaves out what has no room; there may be more by now
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (found[i] != Thread.currentThread()) {
                threads.add(found[i]);
            }
        }
        return threads;
    }
}
