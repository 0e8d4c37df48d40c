package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.ConstantText;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;

/**
 * Source and identity of the throughput scenario: makes a message per tuple and another one with
 * the same text behind it. Created and used by one thread.
 */
final class TextSource {
    private static final int KEPT = 64;

    private final String text = ConstantText.create();
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.EMITTED);

    /** Keeps the last messages, so that the compiler cannot do without making them. */
    private final Message[] kept = new Message[KEPT];

    /** Returns the identity's message and publishes that the source's one was emitted. */
    Message next() {
        Message message = new Message(text);
        kept[(int) cell.increment() & (KEPT - 1)] = message;
        return new Message(message.text());
    }
}
