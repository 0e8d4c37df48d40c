package io.eyewall.sql.compiler;

import io.eyewall.sql.compiler.Statement.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that a script reads and writes. All queries of a script run at once, and a written file
 * is empty at first. If a script both read and wrote a file, the file's content would be lost; so
 * this class refuses such a script, and a file with two writers.
 */
final class ScriptFiles {
    private final Catalog catalog;
    private final Map<Path, Catalog.Defined> read = new HashMap<>();
    private final Map<Path, Catalog.Defined> written = new HashMap<>();

    ScriptFiles(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Records that a query reads a table. */
    void read(Catalog.Defined table) {
        Path file = file(table);
        if (file != null) {
            read.put(file, table);
            refuse(file, table, written.get(file), "written");
        }
    }

    /** Records that a query writes a table. */
    void written(Catalog.Defined table) {
        Path file = file(table);
        if (file != null) {
            refuse(file, table, written.put(file, table), "written");
            refuse(file, table, read.get(file), "read");
        }
    }

    private void refuse(
            Path file, Catalog.Defined table, Catalog.@Nullable Defined other, String what) {
        if (other != null) {
            throw catalog.wrong(
                    table.statement().offset(),
                    "the file of table "
                            + table.statement().name()
                            + " is "
                            + what
                            + " by this script, too, as table "
                            + other.statement().name()
                            + ": "
                            + file
                            + "; all queries of a script run at once, so take another file, or"
                            + " write a second script");
        }
    }

    /**
     * Returns the regular file behind a table; null for other connectors and for files that do not
     * store what is written to them, such as pipes.
     */
    private static @Nullable Path file(Catalog.Defined table) {
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
