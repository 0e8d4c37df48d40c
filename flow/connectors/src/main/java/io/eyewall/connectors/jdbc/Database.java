package io.eyewall.connectors.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Opens connections to a database. */
@FunctionalInterface
public interface Database extends Serializable {
    /** Returns a new connection, which the caller must close. */
    Connection connect() throws SQLException;

    /** Returns a database that is reached by the driver for the URL. */
    static Database of(String url) {
        return () -> DriverManager.getConnection(url);
    }

    /** Returns a database that is reached by the driver for the URL, with a user and password. */
    static Database of(String url, String user, String password) {
        return () -> {
            Properties properties = new Properties();
            properties.setProperty("user", user);
            properties.setProperty("password", password);
            return DriverManager.getConnection(url, properties);
        };
    }
}
