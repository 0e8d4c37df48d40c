package io.eyewall.differential.compatibility;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;

/** How each configuration key is taken: {@code config-keys.txt}. */
record ConfigTable(List<Row> rows) {

    /** See the file. */
    enum How {
        HONOURED,
        DIFFERS,
        NO_EFFECT,
        UNSUPPORTED,
        CLUSTER
    }

    record Row(String pattern, How how, String remark) {
        boolean isExact() {
            return !pattern.endsWith("*");
        }

        boolean fits(String key) {
            return isExact()
                    ? key.equals(pattern)
                    : key.startsWith(pattern.substring(0, pattern.length() - 1));
        }
    }

    static ConfigTable read() throws IOException {
        return new ConfigTable(
                Rows.of("config-keys.txt", 3).stream()
                        .map(row -> new Row(row.get(0), how(row.get(1)), row.get(2)))
                        .toList());
    }

    private static How how(String text) {
        return switch (text) {
            case "honoured" -> How.HONOURED;
            case "differs" -> How.DIFFERS;
            case "no-effect" -> How.NO_EFFECT;
            case "unsupported" -> How.UNSUPPORTED;
            case "cluster" -> How.CLUSTER;
            default -> throw new IllegalArgumentException("config-keys.txt: " + text);
        };
    }

    /**
     * The key's own row, or the one with the longest fitting beginning.
     *
     * @throws IllegalArgumentException if there is none
     */
    Row row(String key) {
        Row best = null;
        for (Row row : rows) {
            boolean fits = row.fits(key);
            if (fits && (best == null || rank(row) > rank(best))) {
                best = row;
            }
        }
        if (best == null) {
            throw new IllegalArgumentException(
                    "configuration key %s has no row in config-keys.txt: find out how it is taken"
                            .formatted(key));
        }
        return best;
    }

    private static int rank(Row row) {
        return row.isExact() ? Integer.MAX_VALUE : row.pattern().length();
    }

    /** The keys of {@link Config} by the names of their constants. */
    static Map<String, String> keysByConstant() {
        Map<String, String> keys = new TreeMap<>();
        for (Field field : Config.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                try {
                    keys.put(field.getName(), (String) field.get(null));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("Config." + field.getName(), e);
                }
            }
        }
        return keys;
    }
}
