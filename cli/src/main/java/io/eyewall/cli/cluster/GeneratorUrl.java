package io.eyewall.cli.cluster;

import java.net.URI;
import java.util.List;

/** Parses the address of a schedule generator in an option. Has no state. */
public final class GeneratorUrl {
    private static final int MAX_PORT = 65_535;

    private GeneratorUrl() {}

    /**
     * Parses an address.
     *
     * @param option the option's name for the message
     * @return the address without slashes at its end
     * @throws IllegalArgumentException if workers and Nimbus could not send requests to the address
     */
    public static URI parse(String option, String text) {
        URI url;
        try {
            url = URI.create(text.replaceFirst("/+$", ""));
        } catch (IllegalArgumentException e) {
            throw invalidAddress(option, text);
        }
        boolean usable =
                List.of("http", "https").contains(String.valueOf(url.getScheme()))
                        && url.getHost() != null
                        && url.getPort() != 0
                        && url.getPort() <= MAX_PORT
                        && url.getRawUserInfo() == null
                        && url.getRawQuery() == null
                        && url.getRawFragment() == null;
        if (!usable) {
            throw invalidAddress(option, text);
        }
        return url;
    }

    private static IllegalArgumentException invalidAddress(String option, String text) {
        return new IllegalArgumentException(
                "%s is '%s', expected http://HOST:PORT or https://HOST:PORT"
                        .formatted(option, text));
    }
}
