package io.eyewall.sql;

import io.eyewall.sql.compiler.SqlCompiler;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a script for callers that have this module only in a class loader of its own: all that
 * goes in and out is of the JDK or of Storm.
 *
 * <p>In: {@code file} (its name, for messages), {@code script}, {@code parallelism} (a number),
 * {@code json} (true or false). Out: {@code error} alone, or {@code topology} (a {@code
 * StormTopology}, absent if the script only explains), {@code explanation} and {@code unbounded}
 * (true or false).
 */
public final class SqlLauncher implements Function<Map<String, String>, Map<String, Object>> {
    /** Called by reflection. */
    public SqlLauncher() {}

    @Override
    public Map<String, Object> apply(Map<String, String> in) {
        ClassLoader loader = Objects.requireNonNull(SqlLauncher.class.getClassLoader());
        ClassLoader context =
                Objects.requireNonNullElse(Thread.currentThread().getContextClassLoader(), loader);
        try {
            SqlCompiler.Compiled compiled =
                    new SqlCompiler(
                                    given(in, "script"),
                                    new SqlCompiler.Settings(
                                            Integer.parseInt(given(in, "parallelism")),
                                            Boolean.parseBoolean(in.get("json"))),
                                    context)
                            .compile();
            Map<String, Object> out = new HashMap<>();
            if (compiled.topology() != null) {
                out.put("topology", compiled.topology());
            }
            out.put("explanation", compiled.explanation());
            out.put("unbounded", compiled.unbounded());
            return out;
        } catch (SqlException e) {
            return Map.of("error", e.describe(given(in, "file")));
        }
    }

    private static String given(Map<String, String> in, String key) {
        @Nullable String value = in.get(key);
        return Objects.requireNonNull(value, key);
    }
}
