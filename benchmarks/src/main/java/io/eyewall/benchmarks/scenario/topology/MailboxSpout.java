package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.email.Mailbox;
import org.apache.storm.task.TopologyContext;

/** Emits the emails of a {@link Mailbox}, as fast as it is asked for them. */
final class MailboxSpout extends SourceSpout {
    private static final long serialVersionUID = 1L;

    private transient Mailbox mailbox;

    MailboxSpout(boolean acked) {
        super(acked);
    }

    @Override
    void openSource(TopologyContext context) {
        mailbox = new Mailbox();
    }

    @Override
    Object next() {
        return mailbox.next();
    }
}
