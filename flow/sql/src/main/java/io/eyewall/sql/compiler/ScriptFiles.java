package io.eyewall.sql.compiler;

import io.eyewall.sql.compiler.Statement.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that a script reads and writes. All queries of a script run at once, and a file that is
 * written is emptied first. If a script read a file that it also writes, the content of the file
 * would be lost. This class therefore refuses such a script, and also one with two tables that
 * write one file.
 */
final class ScriptFiles {
    private final Catalog catalog;
    private final Map<Path, Catalog.Defined> read = new HashMap<>();
    private final Map<Path, Catalog.Defined> written = new HashMap<>();

    ScriptFiles(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Records that a query reads a table. */
    void recordRead(Catalog.Defined table) {
        Path file = regularFile(table);
        if (file != null) {
            read.put(file, table);
            checkOtherUse(file, table, written.get(file), "written");
        }
    }

    /** Records that a query writes a table. */
    void recordWritten(Catalog.Defined table) {
        Path file = regularFile(table);
        if (file != null) {
            checkOtherUse(file, table, written.put(file, table), "written");
            checkOtherUse(file, table, read.get(file), "read");
        }
    }

    private void checkOtherUse(
            Path file, Catalog.Defined table, Catalog.@Nullable Defined other, String otherUse) {
        if (other != null) {
            throw catalog.error(
                    table.statement().offset(),
                    "the file of table "
                            + table.statement().name()
                            + " is "
                            + otherUse
                            + " by this script, too, as table "
                            + other.statement().name()
                            + ": "
                            + file
                            + "; all queries of a script run at once, so use another file, or a"
                            + " second script");
        }
    }

    /**
     * Returns the regular file behind a table; null for other connectors and for files that do not
     * store what is written to them, such as pipes.
     */
    private static @Nullable Path regularFile(Catalog.Defined table) {
        Map<String, Option> options = table.statement().options();
        Option connector = options.get("connector");
        Option path = options.get("path");
        if (connector == null || path == null || !connector.value().equals("file")) {
            return null;
        }
        Path file = Path.of(path.value()).toAbsolutePath().normalize();
        try {
            return !Files.exists(file)
                    ? file
                    : Files.isRegularFile(file) ? file.toRealPath() : null;
        } catch (IOException e) {
            return file;
        }
    }
}
