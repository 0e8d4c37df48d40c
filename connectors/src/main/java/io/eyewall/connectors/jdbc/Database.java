package io.eyewall.connectors.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** How to reach a database. */
@FunctionalInterface
public interface Database extends Serializable {
    /** A new connection; its owner closes it. */
    Connection connect() throws SQLException;

    /** By the driver that knows the URL. */
    static Database of(String url) {
        return () -> DriverManager.getConnection(url);
    }

    /** By the driver that knows the URL, with a password. */
    static Database of(String url, String user, String password) {
        return () -> {
            Properties properties = new Properties();
            properties.setProperty("user", user);
            properties.setProperty("password", password);
            return DriverManager.getConnection(url, properties);
        };
    }
}
