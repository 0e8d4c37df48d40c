package io.eyewall.plugin.monitor;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The monitor's settings in a supervisor's {@code storm.yaml}.
 *
 * @param reportUrl the generator's URL to which reports are sent
 * @param tokenFile the file with the token that is sent with reports
 * @param period the interval between reports, 1 s to 1 h
 * @param samplesSizes whether sizes of tuples are sampled
 */
record MonitorSettings(
        URI reportUrl, Optional<Path> tokenFile, Duration period, boolean samplesSizes) {
    static final String URL_KEY = "eyewall.generator.url";
    static final String TOKEN_FILE_KEY = "eyewall.generator.token.file";
    static final String PERIOD_KEY = "eyewall.monitor.period.secs";
    static final String SIZES_KEY = "eyewall.monitor.sizes";

    private static final Logger LOG = LoggerFactory.getLogger(MonitorSettings.class);
    private static final long DEFAULT_PERIOD_SECS = 20;
    private static final long MAX_PERIOD_SECS = 3600;

    /** Returns the settings; empty if no generator is configured, which is logged. */
    static Optional<MonitorSettings> of(Map<String, Object> conf) {
        Object url = conf.get(URL_KEY);
        if (url == null) {
            LOG.info("load is not reported: {} is not set", URL_KEY);
            return Optional.empty();
        }
        Optional<URI> reportUrl = reportUrl(url.toString());
        if (reportUrl.isEmpty()) {
            LOG.warn("load is not reported: {} is '{}', expected http://HOST:PORT", URL_KEY, url);
            return Optional.empty();
        }
        return Optional.of(
                new MonitorSettings(
                        reportUrl.get(),
                        Optional.ofNullable(conf.get(TOKEN_FILE_KEY))
                                .map(f -> Path.of(f.toString())),
                        Duration.ofSeconds(periodSecs(conf.get(PERIOD_KEY))),
                        !Boolean.FALSE.equals(conf.get(SIZES_KEY))));
    }

    private static Optional<URI> reportUrl(String generatorUrl) {
        try {
            URI base = URI.create(generatorUrl.strip().replaceAll("/+$", ""));
            boolean http = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
            return http && base.getHost() != null
                    ? Optional.of(URI.create(base + "/v1/loads"))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static long periodSecs(@Nullable Object secs) {
        if (secs == null) {
            return DEFAULT_PERIOD_SECS;
        }
        if (secs instanceof Number number
                && number.longValue() >= 1
                && number.longValue() <= MAX_PERIOD_SECS) {
            return number.longValue();
        }
        LOG.warn(
                "{} is {}, expected 1 to {}; using {}",
                PERIOD_KEY,
                secs,
                MAX_PERIOD_SECS,
                DEFAULT_PERIOD_SECS);
        return DEFAULT_PERIOD_SECS;
    }
}
