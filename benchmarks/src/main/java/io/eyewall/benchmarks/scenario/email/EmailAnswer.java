package io.eyewall.benchmarks.scenario.email;

/**
 * How many emails, and characters of their bodies, must arrive when a source has emitted so many
 * emails from the first on. Immutable.
 */
public final class EmailAnswer {
    private final long[] emails = new long[Emails.COUNT + 1];
    private final long[] characters = new long[Emails.COUNT + 1];

    /** Works it out, once for each email. */
    public EmailAnswer() {
        String[] texts = Emails.create();
        for (int i = 0; i < texts.length; i++) {
            Email kept = EmailSteps.filter(Email.parse(texts[i]));
            emails[i + 1] = emails[i] + (kept == null ? 0 : 1);
            characters[i + 1] =
                    characters[i] + (kept == null ? 0 : EmailSteps.modify(kept).body().length());
        }
    }

    /** Emails that arrive of a source's first {@code emitted}. */
    public long emails(long emitted) {
        return sum(emails, emitted);
    }

    /** Characters of the bodies that arrive of a source's first {@code emitted}. */
    public long characters(long emitted) {
        return sum(characters, emitted);
    }

    private static long sum(long[] sums, long emitted) {
        return emitted / Emails.COUNT * sums[Emails.COUNT] + sums[(int) (emitted % Emails.COUNT)];
    }
}
