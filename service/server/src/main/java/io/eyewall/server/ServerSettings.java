package io.eyewall.server;

import io.eyewall.server.keeper.KeeperSettings;
import io.eyewall.server.nimbus.NimbusSettings;
import io.eyewall.web.WebSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link EyewallServer}.
 *
 * @param state folder in which the server stores everything
 * @param nimbus the address for Storm's clients, and their login
 * @param web address and login for HTTP; null for no HTTP
 * @param keeping settings of the topologies' processes; its daemon configuration is also the
 *     server's
 * @param maxJarBytes the largest size of a submitted jar, in bytes
 */
public record ServerSettings(
        Path state,
        NimbusSettings nimbus,
        @Nullable WebSettings web,
        KeeperSettings keeping,
        long maxJarBytes) {
    /** The default of {@code maxJarBytes}: 1 GiB. */
    public static final long USUAL_JAR_BYTES = 1L << 30;
}
