package io.eyewall.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In zones with and without times that never were. */
@Tag("more")
class JdbcTimesTest {
    private static final List<String> ZONES =
            List.of("UTC", "America/New_York", "Pacific/Apia", "Asia/Kolkata");

    private final TimeZone before = TimeZone.getDefault();

    @AfterEach
    void setZoneBack() {
        TimeZone.setDefault(before);
    }

    @Test
    void theZoneOfTheJvmChangesNoTimeOfPostgresql(@TempDir Path folder) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            for (String zone : ZONES) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                copies(server.url(), "postgresql " + zone);
            }
        }
    }

    @Test
    void theZoneOfTheJvmChangesNoTimeOfH2() throws Exception {
        for (String zone : ZONES) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            String name = "h2 " + zone;
            copies("jdbc:h2:mem:" + zone.replace('/', '_') + ";DB_CLOSE_DELAY=-1", name);
        }
    }

    /** The same moment in all classes that have one. */
    private static final class Moments extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple row, BasicOutputCollector collector) {
            Instant moment = ((OffsetDateTime) row.getValueByField("tz")).toInstant();
            int id = 10 * row.getInteger(0);
            for (Object same :
                    List.of(
                            moment,
                            Timestamp.from(moment),
                            Date.from(moment),
                            moment.atOffset(ZoneOffset.ofHours(3)),
                            ZonedDateTime.ofInstant(moment, ZoneOffset.ofHours(-7)),
                            LocalDateTime.ofInstant(moment, ZoneOffset.UTC))) {
                collector.emit(new Values(id++, same, same));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "tz", "wall"));
        }
    }

    private static void copies(String url, String name) throws Exception {
        String columns =
                " (id int primary key, tz timestamp with time zone, wall timestamp, d date, t time)";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("set time zone 'UTC'");
            for (String table : List.of("times", "copies", "moments")) {
                statement.execute("drop table if exists " + table);
                statement.execute("create table " + table + columns);
            }
            statement.execute(
                    "insert into times values"
                            + row(1, "2026-03-08 02:30:00", "2011-12-30", "02:30:00")
                            + ","
                            + row(2, "2011-12-30 12:00:00.123456", "2026-03-08", "23:59:59")
                            + ","
                            + row(3, "1883-11-18 12:01:00", "1582-10-10", "00:00:00")
                            + ","
                            + row(4, "2026-11-01 01:30:00", "2018-11-04", "12:00:00"));
            TopologyBuilder builder = new TopologyBuilder();
            Database database = Database.of(url);
            builder.setSpout(
                    "in",
                    JdbcSource.anew(
                                    database,
                                    // As a condition is read by the database, it is in UTC, too.
                                    "select * from times where tz > '1883-11-18 12:00:30'",
                                    "id",
                                    "id",
                                    "tz",
                                    "wall",
                                    "d",
                                    "t")
                            .untilEnd()
                            .build());
            builder.setBolt("seen", new Collect(name)).shuffleGrouping("in");
            builder.setBolt(
                            "copies",
                            JdbcSink.insert(database, "copies", "id", "tz", "wall", "d", "t")
                                    .batch(1, java.time.Duration.ZERO)
                                    .build())
                    .shuffleGrouping("in");
            builder.setBolt("all", new Moments()).shuffleGrouping("in");
            builder.setBolt(
                            "moments",
                            JdbcSink.insert(database, "moments", "id", "tz", "wall")
                                    .batch(1, java.time.Duration.ZERO)
                                    .build())
                    .shuffleGrouping("all");
            Run.untilDrained(builder.createTopology(), "in");

            List<String> times =
                    rows(statement, "select id, tz, wall, d, t from times order by id");
            assertThat(rows(statement, "select id, tz, wall, d, t from copies order by id"))
                    .as(name)
                    .hasSize(4)
                    .isEqualTo(times);
            assertThat(
                            rows(
                                    statement,
                                    "select m.id from moments m join times t on t.id = m.id / 10"
                                            + " where abs(extract(epoch from m.tz - t.tz)) < 0.001"
                                            + " and abs(extract(epoch from m.wall - t.wall)) < 0.001"))
                    .as(name)
                    .hasSize(24);
        }
        assertThat(Collect.of(name).get(0).subList(2, 5))
                .as(name)
                .containsExactly(
                        LocalDateTime.parse("2026-03-08T02:30"),
                        LocalDate.parse("2011-12-30"),
                        LocalTime.parse("02:30:00"));
        assertThat(((OffsetDateTime) Collect.of(name).get(0).get(1)).toInstant())
                .as(name)
                .isEqualTo(Instant.parse("2026-03-08T02:30:00Z"));
    }

    private static String row(int id, String wall, String date, String time) {
        return "(%d, timestamp with time zone '%s+00', timestamp '%s', date '%s', time '%s')"
                .formatted(id, wall, wall, date, time);
    }

    private static List<String> rows(Statement statement, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(result.getString(i)).append('|');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }
}
