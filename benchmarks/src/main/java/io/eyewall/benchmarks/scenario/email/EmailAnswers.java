package io.eyewall.benchmarks.scenario.email;

import io.eyewall.examples.email.EmailFilter;
import io.eyewall.examples.email.EmailModify;
import io.eyewall.examples.email.SequentialPipeline;

/** What must arrive of emails; worked out when somebody asks: a child's start is measured. */
public final class EmailAnswers {
    /** Of {@link Emails}: those that are kept, and the characters of their bodies. */
    public static final CycleAnswer MADE_UP = madeUp();

    private EmailAnswers() {}

    private static CycleAnswer madeUp() {
        String[] texts = Emails.create();
        return new CycleAnswer(
                texts.length,
                i -> {
                    Email kept = EmailSteps.filter(Email.parse(texts[i]));
                    return kept == null
                            ? CycleAnswer.DROPPED
                            : EmailSteps.modify(kept).body().length();
                });
    }

    /** Of a {@link Mailbox}. */
    public static final class OfMailbox {
        /** As they are: all, and their bytes. */
        public static final CycleAnswer RAW =
                new CycleAnswer(Mailbox.EMAILS.length, i -> Mailbox.EMAILS[i].length);

        /** Through the pipeline: those that are kept, and the bytes that are written of them. */
        public static final CycleAnswer PIPELINE = pipeline();

        private OfMailbox() {}

        private static CycleAnswer pipeline() {
            SequentialPipeline pipeline =
                    new SequentialPipeline(EmailFilter.ENRON, EmailModify.NAMES);
            return new CycleAnswer(
                    Mailbox.EMAILS.length,
                    i -> {
                        byte[] written = pipeline.apply(Mailbox.EMAILS[i]);
                        return written == null ? CycleAnswer.DROPPED : written.length;
                    });
        }
    }
}
