package io.eyewall.plugin.scheduler;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings for plans in Nimbus' {@code storm.yaml}.
 *
 * @param generator the URL of the schedule generator; null for none
 * @param tokenFile the file with the generator's token; null for none
 * @param fetchSecs the interval between requests
 * @param patienceSecs the time without a response after which Storm's own scheduler takes over
 * @param settleSecs the time for which plans do not change a topology that has just been placed
 * @param problems the errors in the configuration, each in a sentence
 */
record SchedulerConf(
        @Nullable URI generator,
        @Nullable Path tokenFile,
        int fetchSecs,
        int patienceSecs,
        int settleSecs,
        List<String> problems) {
    static final String URL_KEY = "eyewall.generator.url";
    static final String TOKEN_FILE_KEY = "eyewall.generator.token.file";
    static final String FETCH_KEY = "eyewall.schedule.fetch.secs";
    static final String PATIENCE_KEY = "eyewall.schedule.patience.secs";

    static final String SETTLE_KEY = "eyewall.schedule.settle.secs";

    /** As in T-Storm (section IV-C). */
    private static final int DEFAULT_FETCH_SECS = 10;

    private static final int DEFAULT_PATIENCE_SECS = 60;
    private static final int DEFAULT_SETTLE_SECS = 30;
    private static final int MAX_SECS = 86_400;

    /** Reads the settings; invalid ones get their default, so that Nimbus starts. */
    static SchedulerConf of(Map<String, Object> conf) {
        List<String> problems = new ArrayList<>();
        Object tokenFile = conf.get(TOKEN_FILE_KEY);
        return new SchedulerConf(
                readGenerator(conf.get(URL_KEY), problems),
                tokenFile == null ? null : Path.of(tokenFile.toString()),
                readSeconds(conf, FETCH_KEY, DEFAULT_FETCH_SECS, problems),
                readSeconds(conf, PATIENCE_KEY, DEFAULT_PATIENCE_SECS, problems),
                readSeconds(conf, SETTLE_KEY, DEFAULT_SETTLE_SECS, problems),
                List.copyOf(problems));
    }

    private static @Nullable URI readGenerator(@Nullable Object value, List<String> problems) {
        String problem = "is missing";
        if (value != null) {
            try {
                URI uri = URI.create(value.toString().replaceFirst("/+$", ""));
                if (List.of("http", "https").contains(String.valueOf(uri.getScheme()))
                        && uri.getHost() != null) {
                    return uri;
                }
                problem = "is '" + value + "'";
            } catch (IllegalArgumentException e) {
                problem = "is '" + value + "'";
            }
        }
        problems.add(
                ("%s %s, expected http://HOST:PORT: plans are not fetched, Storm's scheduler"
                                + " places executors")
                        .formatted(URL_KEY, problem));
        return null;
    }

    private static int readSeconds(
            Map<String, Object> conf, String key, int defaultSecs, List<String> problems) {
        Object value = conf.get(key);
        if (value == null) {
            return defaultSecs;
        }
        if (value instanceof Number number
                && number.longValue() >= 1
                && number.longValue() <= MAX_SECS) {
            return number.intValue();
        }
        problems.add(
                "%s is '%s', expected 1 to %d seconds: using %d"
                        .formatted(key, value, MAX_SECS, defaultSecs));
        return defaultSecs;
    }
}
