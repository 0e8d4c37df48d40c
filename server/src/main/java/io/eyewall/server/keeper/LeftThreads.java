package io.eyewall.server.keeper;

import java.util.ArrayList;
import java.util.List;

/**
 * Threads of a topology inside the server that are still there when it is over: user code that does
 * not return, or that has made them and never ends them. In a process of its own they end with it;
 * here nobody can end them.
 */
final class LeftThreads {
    private LeftThreads() {}

    /**
     * Waits for all threads of a group but the caller's.
     *
     * @param limitMs how long, for all of them; 0 doesn't wait
     * @return those that are left, each with where it is
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
