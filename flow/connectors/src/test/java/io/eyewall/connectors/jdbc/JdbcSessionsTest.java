package io.eyewall.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases that no test has here: what their drivers are told. */
class JdbcSessionsTest {
    private final List<String> said = new ArrayList<>();

    private static <T> T fake(Class<T> type, Map<String, ?> answers, List<String> calls) {
        return type.cast(
                Proxy.newProxyInstance(
                        JdbcSessionsTest.class.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> {
                            if (arguments != null && !method.getName().equals("setAutoCommit")) {
                                calls.add(arguments[arguments.length - 1].toString());
                            }
                            Object answer = answers.get(method.getName());
                            return answer == null && method.getReturnType() == boolean.class
                                    ? (Object) false
                                    : answer;
                        }));
    }

    private Connection connection(String product) {
        return fake(
                Connection.class,
                Map.of(
                        "getMetaData",
                        fake(
                                DatabaseMetaData.class,
                                Map.of("getDatabaseProductName", product),
                                said),
                        "createStatement",
                        fake(Statement.class, Map.of(), said)),
                said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PostgreSQL | set time zone 'UTC'",
                "H2 | set time zone 'UTC'",
                "MySQL | set time_zone = '+00:00'",
                "MariaDB | set time_zone = '+00:00'",
                "Oracle | alter session set time_zone = 'UTC'",
            })
    void sessionsAreInUtc(String product, String setting) throws Exception {
        JdbcTimes.connectInUtc(() -> connection(product));
        assertThat(said).containsExactly(setting);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Microsoft SQL Server", "SQLite"})
    void whatHasNoZoneOfASessionIsLeft(String product) throws Exception {
        JdbcTimes.connectInUtc(() -> connection(product));
        assertThat(said).isEmpty();
    }

    /** Its drivers would make moments times of the JVM's zone, in a session that is in UTC. */
    @Test
    void momentsForMySqlAreTimesInUtc() throws Exception {
        JdbcValues.ParameterRules rules =
                JdbcValues.ParameterRules.query(connection("MySQL"), "insert into t values (?)");
        Instant moment = Instant.parse("2026-03-08T07:30:00.5Z");
        PreparedStatement statement = fake(PreparedStatement.class, Map.of(), said);
        for (Object each :
                List.of(
                        moment,
                        Timestamp.from(moment),
                        Date.from(moment),
                        OffsetDateTime.ofInstant(moment, ZoneOffset.ofHours(5)),
                        ZonedDateTime.ofInstant(moment, ZoneId.of("America/New_York")),
                        LocalDateTime.ofInstant(moment, ZoneOffset.UTC))) {
            said.clear();
            JdbcValues.setParameter(statement, 1, each, rules);
            assertThat(said)
                    .as(each.getClass().toString())
                    .containsExactly("2026-03-08T07:30:00.500");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "java.sql.Timestamp, TIMESTAMP, java.time.LocalDateTime",
        "java.sql.Timestamp, DATETIME, java.time.LocalDateTime",
        "oracle.sql.TIMESTAMP, TIMESTAMP, java.time.LocalDateTime",
        "oracle.sql.TIMESTAMPTZ, TIMESTAMP WITH TIME ZONE, java.time.OffsetDateTime",
        "oracle.sql.TIMESTAMPLTZ, TIMESTAMP WITH LOCAL TIME ZONE, java.time.OffsetDateTime",
        "microsoft.sql.DateTimeOffset, datetimeoffset, java.time.OffsetDateTime",
    })
    void timesAreReadByClassesThatDependOnNoZone(String driversClass, String type, String read)
            throws Exception {
        ResultSetMetaData columns =
                fake(
                        ResultSetMetaData.class,
                        Map.of(
                                "getColumnCount",
                                1,
                                "getColumnTypeName",
                                type,
                                "getColumnClassName",
                                driversClass,
                                "getColumnLabel",
                                "At"),
                        said);
        assertThat(JdbcTimes.timeColumns(columns)).isEqualTo(Map.of("at", Class.forName(read)));
    }

    /** MariaDB's driver makes an hour later of one that New York has not. */
    @Test
    void timesOfMariaDbAreReadByACalendarInUtc() throws Exception {
        Instant moment = Instant.parse("2026-03-08T02:30:00.25Z");
        ResultSet result =
                fake(
                        ResultSet.class,
                        Map.of("getTimestamp", Timestamp.from(moment), "getObject", "another"),
                        said);
        assertThat(JdbcTimes.read(result, "at", LocalDateTime.class, true))
                .isEqualTo(LocalDateTime.parse("2026-03-08T02:30:00.25"));
        assertThat(said).singleElement().asString().contains("id=\"UTC\"");
        assertThat(JdbcTimes.read(result, "at", LocalDateTime.class, false)).isEqualTo("another");
        ResultSet none = fake(ResultSet.class, Map.of(), said);
        assertThat(JdbcTimes.read(none, "at", LocalDateTime.class, true)).isNull();
    }
}
