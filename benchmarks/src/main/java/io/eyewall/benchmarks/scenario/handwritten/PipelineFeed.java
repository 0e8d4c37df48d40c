package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.email.Mailbox;
import io.eyewall.examples.email.EmailFilter;
import io.eyewall.examples.email.EmailModify;
import io.eyewall.examples.email.SequentialPipeline;
import java.util.function.Consumer;

/** All of the email pipeline but the last stage. */
final class PipelineFeed implements Feed<byte[]> {
    private final Mailbox mailbox = new Mailbox();
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.EMITTED);
    private final SequentialPipeline pipeline =
            new SequentialPipeline(EmailFilter.ENRON, EmailModify.NAMES);

    @Override
    public void next(Consumer<byte[]> out) {
        cell.increment();
        byte[] written = pipeline.apply(mailbox.next());
        if (written != null) {
            out.accept(written);
        }
    }
}
