package io.eyewall.benchmarks.tstorm.topology;

/** Where the topologies read and write, on the head of a cluster. */
public final class Services {
    /** Of Redis. */
    public static final int REDIS_PORT = 6379;

    /** The list that spouts read, from its right end. */
    public static final String REDIS_LIST = "lines";

    /** Of PostgreSQL. */
    public static final int SQL_PORT = 5432;

    /** Its superuser, and the database that it makes of itself. */
    public static final String SQL_USER = "postgres";

    private Services() {}

    /** Of the database. */
    public static String jdbcUrl(String host) {
        return "jdbc:postgresql://" + host + ":" + SQL_PORT + "/" + SQL_USER + "?user=" + SQL_USER;
    }
}
