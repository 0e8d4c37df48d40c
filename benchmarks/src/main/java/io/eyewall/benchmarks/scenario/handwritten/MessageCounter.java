package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.function.Consumer;

/** The count of the chains and fans; created and used by one thread. */
final class MessageCounter implements Consumer<Message> {
    private static final int KEPT = 64;

    private final Scoreboard.Cell countedCell = Scoreboard.claim(Role.COUNTED);
    private final Scoreboard.Cell charactersCell = Scoreboard.claim(Role.CHARACTERS);

    /** Holds the last messages, so that the compiler cannot eliminate their creation. */
    private final Message[] kept = new Message[KEPT];

    /** Counts one message and publishes the count. */
    @Override
    public void accept(Message message) {
        charactersCell.add(message.text().length());
        kept[(int) countedCell.increment() & (KEPT - 1)] = message;
    }
}
