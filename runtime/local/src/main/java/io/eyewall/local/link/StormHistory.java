package io.eyewall.local.link;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names the releases of Storm that have a class or member that the current storm-client lacks. Any
 * thread may call.
 */
final class StormHistory {
    /**
     * A resource with a line for each public class and member that Storm 1.0.2 or 1.2.4 had, or
     * Storm 3 has, except those of Storm's daemons. A line consists of {@code 1} or {@code 3}, a
     * space, and the name.
     */
    private static final String FILE = "storm-history.txt";

    private StormHistory() {}

    /** Returns a phrase about the releases; empty if no known release has the reference. */
    static String describe(Reference reference) {
        if (!reference.owner().startsWith("org/apache/storm/")) {
            return "Storm 0.10 and older had it";
        }
        String key =
                switch (reference.kind()) {
                    case CLASS -> reference.owner();
                    case FIELD -> reference.owner() + "." + reference.name();
                    case METHOD, UNIMPLEMENTED ->
                            reference.owner() + "." + reference.name() + reference.descriptor();
                };
        return switch (String.valueOf(releases().get(key))) {
            case "1" -> "Storm 1.x had it, until 2.0";
            case "3" -> "new in Storm 3";
            default -> reference.kind() == Reference.Kind.UNIMPLEMENTED ? "since 2.0" : "";
        };
    }

    private static Map<String, String> releases() {
        Map<String, String> releases = new HashMap<>();
        try (InputStream in = StormHistory.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not in the package of its class");
            }
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
                int space = line.indexOf(' ');
                if (!line.startsWith("#") && space > 0) {
                    releases.put(line.substring(space + 1), line.substring(0, space));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return releases;
    }
}
