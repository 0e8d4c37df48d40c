package io.eyewall.cluster.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The address of the database of loads: a local H2 file, or a PostgreSQL server. One process at a
 * time may use either; a second one gets an exception when it connects. Immutable.
 */
public final class DatabaseAddress {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseAddress.class);
    private static final String POSTGRESQL_PREFIX = "jdbc:postgresql:";

    /** The key of the advisory lock in PostgreSQL that a connection holds until it ends. */
    private static final long ADVISORY_LOCK_KEY = 0x65796577616c6cL; // "eyewall"

    private static final String CONNECT_LIMIT_SECS = "5";
    private static final String ANSWER_LIMIT_SECS = "10";

    /** H2's error code FILE_CORRUPTED_1. */
    private static final int H2_CORRUPTED = 90030;

    /** H2's error code for a file of another version of H2. */
    private static final int H2_OTHER_VERSION = 90048;

    private final String url;
    private final Path file; // without H2's suffix; empty for PostgreSQL

    private DatabaseAddress(String url, Path file) {
        this.url = url;
        this.file = file;
    }

    /**
     * Returns the address of the file {@code loads.mv.db} in a folder, which is created when it is
     * needed.
     */
    public static DatabaseAddress in(Path folder) {
        Path file = folder.toAbsolutePath().normalize().resolve("loads");
        if (file.toString().contains(";")) {
            throw new IllegalArgumentException(
                    "database in " + folder + ": the path must have no semicolon");
        }
        // The store closes the database, not H2's shutdown hook, and H2 writes no trace file.
        return new DatabaseAddress(
                "jdbc:h2:file:" + file + ";DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0", file);
    }

    /**
     * Returns the address of a PostgreSQL database.
     *
     * @param jdbcUrl such as {@code jdbc:postgresql://HOST/DATABASE?user=USER}
     * @throws IllegalArgumentException if it is not a URL of PostgreSQL
     */
    public static DatabaseAddress of(String jdbcUrl) {
        if (!jdbcUrl.startsWith(POSTGRESQL_PREFIX)) {
            throw new IllegalArgumentException(
                    "database '%s': expected %s//HOST/DATABASE, or none for a file"
                            .formatted(jdbcUrl.split("[?;]", 2)[0], POSTGRESQL_PREFIX));
        }
        return new DatabaseAddress(jdbcUrl, Path.of(""));
    }

    /** Returns whether the database is a local file, which this process has to force to disk. */
    boolean isFile() {
        return !url.startsWith(POSTGRESQL_PREFIX);
    }

    private Path databaseFile() {
        return Path.of(file + ".mv.db");
    }

    /**
     * Checks that the database file still exists. H2 continues after the file of an open connection
     * was deleted, and all that it then writes is lost.
     *
     * @throws SQLException if the file was deleted
     */
    void requireFile() throws SQLException {
        if (isFile() && !Files.exists(databaseFile())) {
            throw new SQLException("the database file was deleted");
        }
    }

    /** Connects. Takes some seconds at most. */
    Connection connect() throws SQLException {
        return isFile() ? connectFile() : connectPostgresql();
    }

    private Connection connectFile() throws SQLException {
        try {
            Files.createDirectories(file.getParent());
        } catch (IOException e) {
            throw new SQLException("cannot create the folder " + file.getParent() + ": " + e, e);
        }
        try {
            return DriverManager.getConnection(url);
        } catch (SQLException e) {
            if (e.getErrorCode() != H2_CORRUPTED && e.getErrorCode() != H2_OTHER_VERSION) {
                throw e;
            }
            Path database = databaseFile();
            Path brokenFile = Path.of(file + ".broken.mv.db");
            LOG.warn(
                    "cannot read {}; moved it to {} and started an empty database",
                    database,
                    brokenFile,
                    e);
            try {
                Files.move(database, brokenFile, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException failed) {
                e.addSuppressed(failed);
                throw e;
            }
            return DriverManager.getConnection(url);
        }
    }

    private Connection connectPostgresql() throws SQLException {
        Properties limits = new Properties();
        limits.setProperty("connectTimeout", CONNECT_LIMIT_SECS);
        limits.setProperty("loginTimeout", CONNECT_LIMIT_SECS);
        limits.setProperty("socketTimeout", ANSWER_LIMIT_SECS);
        limits.setProperty("ApplicationName", "eyewall");
        Connection connection = DriverManager.getConnection(url, limits);
        try (Statement statement = connection.createStatement();
                ResultSet locked =
                        statement.executeQuery(
                                "SELECT pg_try_advisory_lock(" + ADVISORY_LOCK_KEY + ")")) {
            if (!locked.next() || !locked.getBoolean(1)) {
                throw new SQLException(
                        this + " is in use by another schedule generator; give each its own");
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Returns the address without user and password. */
    @Override
    public String toString() {
        return isFile() ? file + ".mv.db" : url.split("\\?", 2)[0].replaceFirst("//[^/]*@", "//");
    }
}
