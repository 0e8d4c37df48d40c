package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Pace;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.email.Mailbox;
import io.eyewall.examples.email.EmailFilter;
import io.eyewall.examples.email.EmailModify;
import io.eyewall.examples.email.SequentialPipeline;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All parts of the email pipeline before the last stage; if the work has a rate, emits each email
 * when it is due.
 */
final class PipelineFeed implements Feed<byte[]> {
    private final Mailbox mailbox = new Mailbox();
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.EMITTED);
    private final SequentialPipeline pipeline =
            new SequentialPipeline(EmailFilter.ENRON, EmailModify.NAMES);
    private final @Nullable Pace pace;

    PipelineFeed(Scenario scenario) {
        int rate = scenario.work().ratePerSec();
        pace = rate == 0 ? null : new Pace(rate, scenario.parallelism(), System.nanoTime());
    }

    @Override
    public void next(Consumer<byte[]> out) {
        if (pace != null) {
            long waitNs = pace.dueNs() - System.nanoTime();
            if (waitNs > 0) {
                LockSupport.parkNanos(waitNs);
            }
            if (!pace.isDue(System.nanoTime())) {
                return; // woken too early, possibly by a stop
            }
            pace.advance();
        }
        cell.increment();
        byte[] written = pipeline.apply(mailbox.next());
        if (written != null) {
            out.accept(written);
        }
    }
}
