package io.eyewall.engine;

import java.time.Duration;
import java.util.List;

/**
 * A task that is being opened or prepared: user code that has not returned yet.
 *
 * @param componentId whose task
 * @param taskId which task
 * @param call {@code open} or {@code prepare}
 * @param elapsed since the call began, by the engine's clock
 * @param stack where its thread is now, the innermost call first
 */
public record TaskOpening(
        String componentId,
        int taskId,
        String call,
        Duration elapsed,
        List<StackTraceElement> stack) {
    private static final List<String> PLATFORM =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.apache.storm.");

    public TaskOpening {
        stack = List.copyOf(stack);
    }

    /** For a message; such as {@code prepare of 'db' task 3 for 12 s, at app.Db.connect(...)}. */
    public String describe() {
        String text = call + " of '" + componentId + "' task " + taskId;
        text += " for " + elapsed.toSeconds() + " s";
        return stack.stream()
                .filter(frame -> PLATFORM.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> ", at " + frame)
                .map(text::concat)
                .orElse(text);
    }
}
