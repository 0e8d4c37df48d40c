package io.eyewall.engine;

import java.time.Duration;
import java.util.List;

/**
 * A call of {@code open} or {@code prepare} that has not returned yet.
 *
 * @param componentId the component
 * @param taskId the task
 * @param call {@code open} or {@code prepare}
 * @param elapsed time since the call began, by the engine's clock
 * @param stack present stack of its thread, the innermost call first
 */
public record TaskOpening(
        String componentId,
        int taskId,
        String call,
        Duration elapsed,
        List<StackTraceElement> stack) {
    private static final List<String> PLATFORM_PREFIXES =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.apache.storm.");

    public TaskOpening {
        stack = List.copyOf(stack);
    }

    /** Returns a text such as {@code prepare of 'db' task 3 for 12 s, at app.Db.connect(...)}. */
    public String describe() {
        String text = call + " of '" + componentId + "' task " + taskId;
        text += " for " + elapsed.toSeconds() + " s";
        return stack.stream()
                .filter(
                        frame ->
                                PLATFORM_PREFIXES.stream()
                                        .noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> ", at " + frame)
                .map(text::concat)
                .orElse(text);
    }
}
