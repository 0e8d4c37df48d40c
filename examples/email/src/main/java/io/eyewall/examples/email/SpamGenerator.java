package io.eyewall.examples.email;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Generates spam to train the detector: emails of {@link MailboxGenerator}, but from a few senders
 * with many emails and recipients, half of them entirely in a vocabulary of their own. An email
 * depends only on the seed and its number.
 */
public final class SpamGenerator {
    private static final int SENDERS = 20;
    private static final int MIN_RECIPIENTS = 8;
    private static final int MAX_RECIPIENTS = 30;
    private static final int LONGEST_BODY = 2_000;

    private final long seed;
    private final MailboxGenerator ordinary;
    private final EmailText text = new EmailText(EmailText.SPAM, List.of("Prize Desk"));
    private final EmailCodec codec = new EmailCodec();

    /**
     * @param seed the seed that distinguishes mailboxes
     */
    public SpamGenerator(long seed) {
        this.seed = seed;
        this.ordinary = new MailboxGenerator(seed);
    }

    /** Returns the email with a number, from 0. */
    public Email email(long number) {
        SplittableRandom random = new SplittableRandom(seed * 0xbf58476d1ce4e5b9L + number);
        Email base = ordinary.email(number);
        int words = 100 + random.nextInt(LONGEST_BODY);
        String own = text.body(random, words);
        String body = base.body();
        String mixed = body == null || random.nextBoolean() ? own : own + "\n" + body;
        return new Email(
                "<" + number + "." + seed + "@spam>",
                "offers" + random.nextInt(SENDERS) + "@bulk.example",
                base.date(),
                text.subject(random),
                recipients(random),
                null,
                null,
                mixed,
                null);
    }

    private static String recipients(SplittableRandom random) {
        return IntStream.range(0, random.nextInt(MIN_RECIPIENTS, MAX_RECIPIENTS))
                .mapToObj(
                        i ->
                                "member"
                                        + random.nextInt(MailboxGenerator.MEMBERS)
                                        + EmailFilter.ENRON.domain())
                .collect(Collectors.joining(", "));
    }

    /**
     * Writes a file of emails for {@link EmailFileReader}.
     *
     * @param file the file to write
     * @param first the number of the first email
     * @param count the number of emails
     */
    public void write(Path file, long first, long count) throws IOException {
        try (EmailFileWriter writer = EmailFileWriter.to(file)) {
            for (long number = first; number < first + count; number++) {
                writer.write(codec.encode(email(number)));
            }
        }
    }
}
