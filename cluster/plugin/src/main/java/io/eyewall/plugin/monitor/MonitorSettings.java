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
 * @param loads the URL to which reports are sent
 * @param tokenFile the file with the token that is sent with reports
 * @param period the interval between reports, 1 s to 1 h
 * @param sizes whether the sizes of tuples are sampled
 */
record MonitorSettings(URI loads, Optional<Path> tokenFile, Duration period, boolean sizes) {
    static final String URL = "eyewall.generator.url";
    static final String TOKEN_FILE = "eyewall.generator.token.file";
    static final String PERIOD = "eyewall.monitor.period.secs";
    static final String SIZES = "eyewall.monitor.sizes";

    private static final Logger LOG = LoggerFactory.getLogger(MonitorSettings.class);
    private static final long DEFAULT_PERIOD_SECS = 20;
    private static final long MAX_PERIOD_SECS = 3600;

    /** Returns the settings; empty if no generator is configured, which is logged. */
    static Optional<MonitorSettings> of(Map<String, Object> conf) {
        Object url = conf.get(URL);
        if (url == null) {
            LOG.info("load is not reported: {} is not set", URL);
            return Optional.empty();
        }
        Optional<URI> loads = loads(url.toString());
        if (loads.isEmpty()) {
            LOG.warn("load is not reported: {} is '{}', expected http://HOST:PORT", URL, url);
            return Optional.empty();
        }
        return Optional.of(
                new MonitorSettings(
                        loads.get(),
                        Optional.ofNullable(conf.get(TOKEN_FILE)).map(f -> Path.of(f.toString())),
                        Duration.ofSeconds(period(conf.get(PERIOD))),
                        !Boolean.FALSE.equals(conf.get(SIZES))));
    }

    private static Optional<URI> loads(String url) {
        try {
            URI base = URI.create(url.strip().replaceAll("/+$", ""));
            boolean http = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
            return http && base.getHost() != null
                    ? Optional.of(URI.create(base + "/v1/loads"))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static long period(@Nullable Object secs) {
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
                PERIOD,
                secs,
                MAX_PERIOD_SECS,
                DEFAULT_PERIOD_SECS);
        return DEFAULT_PERIOD_SECS;
    }
}
