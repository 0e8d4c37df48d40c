package io.eyewall.sql;

import io.eyewall.sql.compiler.SqlCompiler;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a script for callers that load this module in a separate class loader. The arguments and
 * results use only classes of the JDK and of Storm.
 *
 * <p>The argument map contains {@code file} (the file's name, for messages), {@code script}, {@code
 * parallelism} (a number) and {@code json} (true or false). The result map contains either {@code
 * error} alone, or {@code topology} (a {@code StormTopology}; absent if the script only explains),
 * {@code explanation}, {@code unbounded} (true or false), {@code fingerprint} and {@code
 * needsSnapshots} (why it must not run without snapshots, or an empty text).
 */
public final class SqlLauncher implements Function<Map<String, String>, Map<String, Object>> {
    /** Creates a launcher. Callers invoke this constructor by reflection. */
    public SqlLauncher() {}

    @Override
    public Map<String, Object> apply(Map<String, String> arguments) {
        ClassLoader loader = Objects.requireNonNull(SqlLauncher.class.getClassLoader());
        ClassLoader context =
                Objects.requireNonNullElse(Thread.currentThread().getContextClassLoader(), loader);
        try {
            SqlCompiler.Compiled compiled =
                    new SqlCompiler(
                                    required(arguments, "script"),
                                    new SqlCompiler.Settings(
                                            Integer.parseInt(required(arguments, "parallelism")),
                                            Boolean.parseBoolean(arguments.get("json"))),
                                    context)
                            .compile();
            Map<String, Object> result = new HashMap<>();
            if (compiled.topology() != null) {
                result.put("topology", compiled.topology());
            }
            result.put("explanation", compiled.explanation());
            result.put("unbounded", compiled.unbounded());
            result.put("needsSnapshots", compiled.needsSnapshots());
            result.put("fingerprint", compiled.fingerprint());
            return result;
        } catch (SqlException e) {
            return Map.of("error", e.describe(required(arguments, "file")));
        }
    }

    private static String required(Map<String, String> arguments, String key) {
        @Nullable String value = arguments.get(key);
        return Objects.requireNonNull(value, key);
    }
}
