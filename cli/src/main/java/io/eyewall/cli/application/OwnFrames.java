package io.eyewall.cli.application;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes the frames with which this command calls an application's main method from exceptions
 * that the application throws.
 */
final class OwnFrames {
    private OwnFrames() {}

    /**
     * Cuts the stack trace of an exception, of its causes and of its suppressed exceptions at the
     * application's main method. An exception whose own methods throw is not changed.
     */
    static void cut(@Nullable Throwable thrown) {
        try {
            cut(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
        } catch (RuntimeException e) { // thrown by the application's exception
            return;
        }
    }

    private static void cut(@Nullable Throwable thrown, Set<Throwable> visited) {
        if (thrown == null || !visited.add(thrown)) {
            return;
        }
        StackTraceElement[] stack = thrown.getStackTrace();
        int end = outermostOwnFrame(stack);
        if (end < stack.length) {
            thrown.setStackTrace(Arrays.copyOf(stack, end));
        }
        cut(thrown.getCause(), visited);
        for (Throwable suppressed : thrown.getSuppressed()) {
            cut(suppressed, visited);
        }
    }

    /**
     * Returns the index of the outermost frame of {@link AppMain}; the stack's length if there is
     * none.
     */
    private static int outermostOwnFrame(StackTraceElement[] stack) {
        for (int i = stack.length - 1; i > 0; i--) {
            if (stack[i].getClassName().equals(AppMain.class.getName())) {
                return i;
            }
        }
        return stack.length;
    }
}
