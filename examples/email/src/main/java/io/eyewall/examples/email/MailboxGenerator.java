package io.eyewall.examples.email;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Generates emails like Enron's: sizes as in the study's Table 3, the same number of members (158),
 * recipients who are members and others, and bodies with noise. An email depends only on the seed
 * and its number.
 *
 * <p>Assumptions that are not from the study: four of five senders and four of five recipients are
 * members.
 */
public final class MailboxGenerator {
    static final int MEMBERS = 158;
    private static final int OUTSIDERS = 1_000;
    private static final double SHARE_OF_MEMBERS = 0.8;
    private static final double SHARE_WITHOUT_SUBJECT = 0.02;
    private static final double SHARE_WITH_CC = 0.3;
    private static final double SHARE_WITH_BCC = 0.1;
    private static final int MAX_RECIPIENTS = 5;
    private static final long FIRST_SENT_SEC = 946_684_800; // 1 January 2000
    private static final int SECS_BETWEEN_EMAILS = 60;

    /** 2^64 divided by the golden ratio: emails of adjacent seeds start from different states. */
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    private final long seed;
    private final EmailText text;
    private final EmailCodec codec = new EmailCodec();

    /**
     * @param seed the seed that distinguishes mailboxes
     */
    public MailboxGenerator(long seed) {
        this.seed = seed;
        this.text = new EmailText(EmailText.ORDINARY, EmailModify.NAMES);
    }

    /** Returns the email with a number, from 0. */
    public Email email(long number) {
        SplittableRandom random = new SplittableRandom(seed * SPREAD + number);
        int size = EmailSizes.draw(random);
        Email empty =
                new Email(
                        "<" + number + "." + seed + "@mailbox>",
                        address(random),
                        DATE.format(
                                Instant.ofEpochSecond(
                                        FIRST_SENT_SEC + SECS_BETWEEN_EMAILS * number)),
                        random.nextDouble() < SHARE_WITHOUT_SUBJECT ? null : text.subject(random),
                        addresses(random),
                        random.nextDouble() < SHARE_WITH_CC ? addresses(random) : null,
                        random.nextDouble() < SHARE_WITH_BCC ? addresses(random) : null,
                        "",
                        null);
        // The length prefix of a longer body takes up to two more bytes.
        int room = size - codec.encode(empty).length - 2;
        return empty.withSubjectAndBody(empty.subject(), text.body(random, Math.max(0, room)));
    }

    private static String addresses(SplittableRandom random) {
        return IntStream.range(0, 1 + random.nextInt(MAX_RECIPIENTS))
                .mapToObj(i -> address(random))
                .collect(Collectors.joining(", "));
    }

    private static String address(SplittableRandom random) {
        return random.nextDouble() < SHARE_OF_MEMBERS
                ? "member" + random.nextInt(MEMBERS) + EmailFilter.ENRON.domain()
                : "guest" + random.nextInt(OUTSIDERS) + "@elsewhere.example";
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
