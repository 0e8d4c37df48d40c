package io.eyewall.lab.network;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rate of a link, the same in each direction. Immutable.
 *
 * @param bitsPerSec bits per second, 8,000 to 100,000,000,000
 */
public record Rate(long bitsPerSec) {
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(bit|kbit|mbit|gbit)");
    private static final long MIN_BITS_PER_SEC = 8_000;
    private static final long MAX_BITS_PER_SEC = 100_000_000_000L;
    private static final int BITS_PER_BYTE = 8;
    private static final double KILO = 1e3;
    private static final double MEGA = 1e6;
    private static final double GIGA = 1e9;

    /**
     * Minimum size of a burst, which must hold a packet with its headers. The burst of a fast link
     * is what the link carries in 10 ms.
     */
    private static final long MIN_BURST_BYTES = 16_384;

    private static final int BURSTS_PER_SEC = 100;

    public Rate {
        if (bitsPerSec < MIN_BITS_PER_SEC || bitsPerSec > MAX_BITS_PER_SEC) {
            throw new IllegalArgumentException(
                    "a rate is %d bits per second, expected %d to %d"
                            .formatted(bitsPerSec, MIN_BITS_PER_SEC, MAX_BITS_PER_SEC));
        }
    }

    /**
     * Parses a rate.
     *
     * @param text such as {@code 100mbit}, {@code 1.5gbit}, {@code 500kbit}; or {@code none}
     * @return empty for {@code none}: no limit
     * @throws IllegalArgumentException if the text has another form, or the rate is out of range
     */
    public static Optional<Rate> parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.equals("none")) {
            return Optional.empty();
        }
        Matcher matcher = FORM.matcher(lower);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a rate; write 500kbit, 100mbit, 1gbit, or none");
        }
        double bitsPerUnit =
                switch (matcher.group(2)) {
                    case "kbit" -> KILO;
                    case "mbit" -> MEGA;
                    case "gbit" -> GIGA;
                    default -> 1;
                };
        return Optional.of(
                new Rate(Math.round(Double.parseDouble(matcher.group(1)) * bitsPerUnit)));
    }

    /** Returns how many bytes the link may send at once before the rate limits it. */
    long burstBytes() {
        return Math.max(MIN_BURST_BYTES, bitsPerSec / BITS_PER_BYTE / BURSTS_PER_SEC);
    }

    /** Returns the rate as the command line accepts it. */
    @Override
    public String toString() {
        if (bitsPerSec % (long) GIGA == 0) {
            return bitsPerSec / (long) GIGA + "gbit";
        }
        if (bitsPerSec % (long) MEGA == 0) {
            return bitsPerSec / (long) MEGA + "mbit";
        }
        return bitsPerSec % (long) KILO == 0
                ? bitsPerSec / (long) KILO + "kbit"
                : bitsPerSec + "bit";
    }
}
