package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.plugin.wire.ClusterView;
import io.eyewall.topology.config.ConfigKey;
import io.eyewall.topology.config.ConfigKeys;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every key that the plug-in reads in a cluster can be given to our commands, and set by an
 * application that also runs here; and every such key that is known here is read there.
 */
class ClusterKeysTest {
    private static final Pattern KEY = Pattern.compile("(?<![\\w./])eyewall(\\.[a-z]+)+(?![\\w/])");

    /** In {@code supervisor.scheduler.meta}, where Storm leaves everything to schedulers. */
    private static final Set<String> OF_SUPERVISORS =
            Set.of("eyewall.box", "eyewall.uplink.mbit", "eyewall.rack", "eyewall.lab.host");

    @Test
    void keysOfThePluginAreKnown() throws Exception {
        Set<String> read = keysIn(ClusterView.class);
        read.removeAll(OF_SUPERVISORS);

        Set<String> known = new TreeSet<>();
        for (ConfigKey key : ConfigKeys.all()) {
            if (key.scope() == ConfigKey.Scope.CLUSTER) {
                known.add(key.name());
            }
        }
        known.add(ConfigKeys.PARALLELISM_AUTO.name()); // means the same in both places
        assertThat(read).isEqualTo(known);
    }

    /** The strings of all classes that were built together with the given one. */
    private static Set<String> keysIn(Class<?> one) throws Exception {
        Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return keysBelow(place);
        }
        try (FileSystem jar =
                FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
            return keysBelow(jar.getPath("/"));
        }
    }

    private static Set<String> keysBelow(Path root) throws Exception {
        Set<String> keys = new TreeSet<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                Matcher matcher = KEY.matcher(bytes);
                while (matcher.find()) {
                    keys.add(matcher.group());
                }
            }
        }
        return keys;
    }
}
