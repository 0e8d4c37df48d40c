package io.eyewall.sql.compiler;

import io.eyewall.connectors.jdbc.Database;
import io.eyewall.sql.SqlException;
import io.eyewall.sql.compiler.Statement.Option;
import io.eyewall.sql.row.Column;
import io.eyewall.sql.row.RowText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The options of one table. Every accessor marks its option as known; {@link #refuseUnknown}
 * rejects the options that are not.
 */
final class Options {
    private final Catalog catalog;
    private final Statement.Create statement;
    private final Set<String> knownKeys = new TreeSet<>();

    Options(Catalog catalog, Statement.Create statement) {
        this.catalog = catalog;
        this.statement = statement;
    }

    SqlException error(String key, String message) {
        Option option = statement.options().get(key);
        return catalog.error(
                option == null ? statement.offset() : option.offset(),
                "table " + statement.name() + ": option '" + key + "': " + message);
    }

    String required(String key, String expected) {
        knownKeys.add(key);
        Option option = statement.options().get(key);
        if (option == null) {
            throw error(key, "is missing; expected " + expected);
        }
        return option.value();
    }

    String text(String key, String defaultValue) {
        knownKeys.add(key);
        Option option = statement.options().get(key);
        return option == null ? defaultValue : option.value();
    }

    /** Marks options as known that matter only in another use of the table, such as reading it. */
    void accept(String... keys) {
        knownKeys.addAll(List.of(keys));
    }

    /**
     * Returns the options whose keys begin with a prefix; the keys of the result lack the prefix.
     */
    Map<String, String> prefixed(String prefix) {
        Map<String, String> found = new TreeMap<>();
        statement
                .options()
                .forEach(
                        (key, option) -> {
                            if (key.startsWith(prefix)) {
                                knownKeys.add(key);
                                found.put(key.substring(prefix.length()), option.value());
                            }
                        });
        return found;
    }

    /**
     * Returns the text format of the table's rows.
     *
     * @param clock the column of the current time, which the text does not contain; -1 for none
     */
    RowText rowText(List<Column> columns, int clock) {
        boolean json = choice("format", "csv", "csv", "json").equals("json");
        return new RowText(columns, clock, json, separator());
    }

    /** Returns the database that the options name by its JDBC URL. */
    Database database() {
        String url = required("url", "jdbc:...");
        String user = text("user", "");
        String password = text("password", "");
        return user.isEmpty() ? Database.of(url) : Database.of(url, user, password);
    }

    String choice(String key, String defaultValue, String... choices) {
        knownKeys.add(key);
        Option option = statement.options().get(key);
        if (option == null) {
            return defaultValue;
        }
        if (!List.of(choices).contains(option.value())) {
            throw error(
                    key, "is '" + option.value() + "'; expected " + String.join(" or ", choices));
        }
        return option.value();
    }

    long number(String key, long defaultValue) {
        knownKeys.add(key);
        Option option = statement.options().get(key);
        if (option == null) {
            return defaultValue;
        }
        if (!option.value().matches("-?\\d{1,18}")) {
            throw error(key, "is '" + option.value() + "'; expected a whole number");
        }
        return Long.parseLong(option.value());
    }

    char separator() {
        knownKeys.add("separator");
        Option option = statement.options().get("separator");
        if (option == null) {
            return ',';
        }
        String text = option.value().equals("\\t") ? "\t" : option.value();
        if (text.length() != 1) {
            throw error("separator", "expected one character, or \\t");
        }
        return text.charAt(0);
    }

    void refuseUnknown() {
        for (String key : statement.options().keySet()) {
            if (!knownKeys.contains(key)) {
                throw error(key, "is unknown here; there are " + String.join(", ", knownKeys));
            }
        }
    }
}
