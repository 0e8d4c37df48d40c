package io.eyewall.plugin.scheduler;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of plans in {@code storm.yaml} of Nimbus.
 *
 * @param generator where plans come from; null for nowhere
 * @param tokenFile what the generator wants to know, in a file; null for nothing
 * @param fetchSecs from one question to the next
 * @param patienceSecs without an answer until Storm's own scheduler takes over
 * @param settleSecs in which plans leave a topology alone that has just been placed
 * @param problems what is wrong with the configuration, each in a sentence
 */
record SchedulerConf(
        @Nullable URI generator,
        @Nullable Path tokenFile,
        int fetchSecs,
        int patienceSecs,
        int settleSecs,
        List<String> problems) {
    static final String URL = "eyewall.generator.url";
    static final String TOKEN_FILE = "eyewall.generator.token.file";
    static final String FETCH_SECS = "eyewall.schedule.fetch.secs";
    static final String PATIENCE_SECS = "eyewall.schedule.patience.secs";

    static final String SETTLE_SECS = "eyewall.schedule.settle.secs";

    /** T-Storm's (section IV-C). */
    private static final int USUAL_FETCH_SECS = 10;

    private static final int USUAL_PATIENCE_SECS = 60;
    private static final int USUAL_SETTLE_SECS = 30;
    private static final int MOST_SECS = 86_400;

    /** Reads it; what is wrong has its default, so that Nimbus starts. */
    static SchedulerConf of(Map<String, Object> conf) {
        List<String> problems = new ArrayList<>();
        Object tokenFile = conf.get(TOKEN_FILE);
        return new SchedulerConf(
                generator(conf.get(URL), problems),
                tokenFile == null ? null : Path.of(tokenFile.toString()),
                seconds(conf, FETCH_SECS, USUAL_FETCH_SECS, problems),
                seconds(conf, PATIENCE_SECS, USUAL_PATIENCE_SECS, problems),
                seconds(conf, SETTLE_SECS, USUAL_SETTLE_SECS, problems),
                List.copyOf(problems));
    }

    private static @Nullable URI generator(@Nullable Object given, List<String> problems) {
        String problem = "is missing";
        if (given != null) {
            try {
                URI uri = URI.create(given.toString().replaceFirst("/+$", ""));
                if (List.of("http", "https").contains(String.valueOf(uri.getScheme()))
                        && uri.getHost() != null) {
                    return uri;
                }
                problem = "is '" + given + "'";
            } catch (IllegalArgumentException e) {
                problem = "is '" + given + "'";
            }
        }
        problems.add(
                "%s %s, expected http://HOST:PORT: there are no plans, Storm's scheduler places"
                        .formatted(URL, problem));
        return null;
    }

    private static int seconds(
            Map<String, Object> conf, String key, int usual, List<String> problems) {
        Object given = conf.get(key);
        if (given == null) {
            return usual;
        }
        if (given instanceof Number number
                && number.longValue() >= 1
                && number.longValue() <= MOST_SECS) {
            return number.intValue();
        }
        problems.add(
                "%s is '%s', expected 1 to %d seconds: it is %d"
                        .formatted(key, given, MOST_SECS, usual));
        return usual;
    }
}
