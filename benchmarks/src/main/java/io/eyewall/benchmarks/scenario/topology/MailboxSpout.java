package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.Pace;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.email.Mailbox;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Emits the emails of a {@link Mailbox}, one per call, or each when it is due if the work has a
 * rate; its tasks share the rate.
 */
final class MailboxSpout extends SourceSpout {
    private static final long serialVersionUID = 1L;

    private final int ratePerSec;
    private transient Mailbox mailbox;
    private transient @Nullable Pace pace;

    MailboxSpout(Scenario scenario) {
        super(scenario.acked());
        ratePerSec = scenario.work().ratePerSec();
    }

    @Override
    void openSource(TopologyContext context) {
        mailbox = new Mailbox();
        int tasks = context.getComponentTasks(context.getThisComponentId()).size();
        pace = ratePerSec == 0 ? null : new Pace(ratePerSec, tasks, System.nanoTime());
    }

    @Override
    @Nullable Object next() {
        if (pace != null) {
            if (!pace.isDue(System.nanoTime())) {
                return null;
            }
            pace.advance();
        }
        return mailbox.next();
    }
}
