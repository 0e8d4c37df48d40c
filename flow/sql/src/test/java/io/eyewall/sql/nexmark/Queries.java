package io.eyewall.sql.nexmark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The texts of Nexmark's queries; those of another system where its language differs. */
final class Queries {
    /** All of Nexmark's queries. */
    static final List<String> ALL =
            List.of(
                    "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9", "q10", "q11", "q12",
                    "q13", "q14", "q15", "q16", "q17", "q18", "q19", "q20", "q21", "q22");

    private static final Pattern OPTIONS = Pattern.compile("\\$\\{(\\w+)}");

    private Queries() {}

    /**
     * Returns the definitions of the streams.
     *
     * @param options returns the options of a stream's source by its name
     */
    static String streams(UnaryOperator<String> options) {
        String text = read("streams.sql");
        if (text == null) {
            throw new IllegalStateException("streams.sql is missing");
        }
        return OPTIONS.matcher(text).replaceAll(match -> options.apply(match.group(1)));
    }

    static String text(String query) {
        String text = read(query + ".sql");
        if (text == null) {
            throw new IllegalArgumentException("no query " + query + "; there are " + ALL);
        }
        return text.strip();
    }

    /** Returns the text for another system, which may be the same. */
    static String text(String query, String system) {
        String other = read(query + "." + system + ".sql");
        return other == null ? text(query) : other.strip();
    }

    private static @Nullable String read(String file) {
        try (InputStream in = Queries.class.getResourceAsStream(file)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
