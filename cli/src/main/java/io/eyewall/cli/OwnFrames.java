package io.eyewall.cli;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How an application's main came to be called, which is no part of what it throws. */
final class OwnFrames {
    private OwnFrames() {}

    /**
     * Ends the stack of an exception, of its causes and of what they suppress at the application's
     * main. One whose own methods throw stays as it is.
     */
    static void cut(@Nullable Throwable thrown) {
        try {
            cut(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
        } catch (RuntimeException e) { // the application's
            return;
        }
    }

    private static void cut(@Nullable Throwable thrown, Set<Throwable> done) {
        if (thrown == null || !done.add(thrown)) {
            return;
        }
        StackTraceElement[] stack = thrown.getStackTrace();
        int end = end(stack);
        if (end < stack.length) {
            thrown.setStackTrace(Arrays.copyOf(stack, end));
        }
        cut(thrown.getCause(), done);
        for (Throwable suppressed : thrown.getSuppressed()) {
            cut(suppressed, done);
        }
    }

    /** Returns the index of the frames that called the main. */
    private static int end(StackTraceElement[] stack) {
        for (int i = stack.length - 1; i > 0; i--) {
            if (stack[i].getClassName().equals(AppMain.class.getName())) {
                return i;
            }
        }
        return stack.length;
    }
}
