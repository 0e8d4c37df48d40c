package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.TextCycle;
import io.eyewall.benchmarks.scenario.Work;
import java.util.function.Consumer;

/**
 * The source and identities of a chain: creates one message per tuple and one more for each
 * identity.
 */
final class ChainFeed implements Feed<Message> {
    private static final int KEPT = 64;

    private final TextCycle texts;
    private final int identities;
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.EMITTED);

    /** Holds the last messages, so that the compiler cannot eliminate their creation. */
    private final Message[] kept = new Message[KEPT];

    /**
     * Creates the feed.
     *
     * @param identities number of bolts that a message passes
     */
    ChainFeed(Work work, int identities) {
        texts = new TextCycle(work);
        this.identities = identities;
    }

    @Override
    public void next(Consumer<Message> out) {
        Message message = new Message(texts.next());
        kept[(int) cell.increment() & (KEPT - 1)] = message;
        for (int i = 0; i < identities; i++) {
            message = new Message(message.text());
        }
        out.accept(message);
    }
}
