package io.eyewall.benchmarks.tstorm.input;

import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Generates lines of a web server's log as JSON: {@code {"line": "DATE TIME METHOD PATH ..."}}. */
final class LogLines implements Supplier<String> {
    private static final int PATHS = 2_000;
    private static final int SLOWEST_MS = 3_000;
    private static final int LARGEST = 100_000;
    private static final int SECONDS = 86_400;
    private static final String[] STATUS = {"200", "200", "200", "200", "304", "404", "500"};

    private final SplittableRandom random = new SplittableRandom(1);
    private long lines;

    @Override
    public String get() {
        long second = lines++ % SECONDS;
        return "{\"line\": \"2013-04-01 %02d:%02d:%02d %s /course/%d/page.aspx %s %d %d %s\"}"
                .formatted(
                        second / 3600,
                        second / 60 % 60,
                        second % 60,
                        random.nextInt(10) == 0 ? "POST" : "GET",
                        TextLines.rank(random, PATHS),
                        STATUS[random.nextInt(STATUS.length)],
                        random.nextInt(LARGEST),
                        TextLines.rank(random, SLOWEST_MS),
                        "Mozilla/5.0 (compatible; reader " + random.nextInt(100) + ")");
    }
}
