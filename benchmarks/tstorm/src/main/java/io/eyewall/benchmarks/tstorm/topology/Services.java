package io.eyewall.benchmarks.tstorm.topology;

/** Addresses of Redis and PostgreSQL on the head of a cluster. */
public final class Services {
    /** Redis's port. */
    public static final int REDIS_PORT = 6379;

    /** The list from whose right end spouts read. */
    public static final String REDIS_LIST = "lines";

    /** PostgreSQL's port. */
    public static final int SQL_PORT = 5432;

    /** PostgreSQL's superuser, and the database of the same name. */
    public static final String SQL_USER = "postgres";

    private Services() {}

    /** Returns the URL of the database. */
    public static String jdbcUrl(String host) {
        return "jdbc:postgresql://" + host + ":" + SQL_PORT + "/" + SQL_USER + "?user=" + SQL_USER;
    }
}
