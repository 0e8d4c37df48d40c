package io.eyewall.server;

import io.eyewall.server.keeper.KeeperSettings;
import io.eyewall.server.nimbus.NimbusSettings;
import io.eyewall.web.WebSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link EyewallServer}.
 *
 * @param state folder of all that it keeps
 * @param nimbus where Storm's clients reach it
 * @param web where it answers by HTTP, and whom; null for nobody
 * @param keeping of the topologies' processes; its daemon configuration is the server's
 * @param mostJarBytes of a jar that is submitted
 */
public record ServerSettings(
        Path state,
        NimbusSettings nimbus,
        @Nullable WebSettings web,
        KeeperSettings keeping,
        long mostJarBytes) {
    /** A jar may have 1 GiB. */
    public static final long USUAL_JAR_BYTES = 1L << 30;
}
