package io.eyewall.benchmarks.scenario.email;

import io.eyewall.examples.email.EmailFilter;
import io.eyewall.examples.email.EmailModify;
import io.eyewall.examples.email.SequentialPipeline;

/**
 * The expected answers of the email scenarios. They are computed on first use, because the start of
 * a child JVM is measured.
 */
public final class EmailAnswers {
    /** The answer for {@link Emails}: the kept emails, and the characters of their bodies. */
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

    /** The answers for a {@link Mailbox}. */
    public static final class OfMailbox {
        /** The answer without the pipeline: all emails, and their bytes. */
        public static final CycleAnswer RAW =
                new CycleAnswer(Mailbox.EMAILS.length, i -> Mailbox.EMAILS[i].length);

        /**
         * The answer of the pipeline: the kept emails, and the bytes that the pipeline writes of
         * them.
         */
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
