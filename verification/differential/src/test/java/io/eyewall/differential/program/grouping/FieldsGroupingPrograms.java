package io.eyewall.differential.program.grouping;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about fields grouping: the exact task of every key. */
public final class FieldsGroupingPrograms {
    private FieldsGroupingPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "fields-strings",
                        "A key goes to floorMod(deepHashCode, n) over the sorted tasks.",
                        "utils/TupleUtils.java",
                        stage -> byKey(stage, strings(), 5)),
                Program.of(
                        "fields-key-types",
                        "Numbers, null, arrays and nested lists are keys like any other.",
                        "utils/TupleUtils.java",
                        stage -> byKey(stage, mixedKeys(), 7)),
                Program.of(
                        "fields-enum-key",
                        "An enum's hash differs per JVM, but its task is the hash's within the JVM.",
                        "utils/TupleUtils.java",
                        FieldsGroupingPrograms::enums),
                Program.of(
                        "fields-two-keys",
                        "Two fields group in the order of the grouping, not of the declaration.",
                        "daemon/GrouperFactory.java",
                        FieldsGroupingPrograms::twoFields),
                Program.of(
                        "fields-same-index-across-sources",
                        "Equal keys meet on one task, whatever their source and position.",
                        "daemon/GrouperFactory.java",
                        FieldsGroupingPrograms::acrossSources),
                Program.of(
                        "fields-two-targets",
                        "Two components with as many tasks get a key on the same task index.",
                        "daemon/GrouperFactory.java",
                        FieldsGroupingPrograms::twoTargets));
    }

    private static List<Values> strings() {
        List<Values> rows = new ArrayList<>();
        for (String word : "the cow jumped over the moon an apple a day keeps".split(" ")) {
            rows.add(new Values(word));
        }
        rows.add(new Values(""));
        rows.add(new Values("\u00e4\u00f6\u00fc \u96e8"));
        return rows;
    }

    private static List<Values> mixedKeys() {
        List<Values> rows = new ArrayList<>();
        Object[] keys = {
            0,
            -1,
            123456789,
            5L,
            -5L,
            Long.MAX_VALUE,
            (short) 3,
            (byte) 3,
            2.5,
            2.5f,
            true,
            'c',
            BigInteger.TEN.pow(30),
            new byte[] {1, 2, 3},
            new int[] {4, 5},
            new String[] {"x", null},
            Arrays.asList("a", 1),
            Arrays.asList("a", Arrays.asList(2, 3L)),
            new ArrayList<>(),
            Map.of("k", "v")
        };
        for (Object key : keys) {
            rows.add(new Values(key));
        }
        Values none = new Values();
        none.add(null);
        rows.add(none);
        return rows;
    }

    /** Emits rows whose first field is the key, and records the task of each row. */
    private static void byKey(Stage stage, List<Values> rows, int tasks) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("keys", numbered(rows));
        builder.setBolt("sink", noting(), tasks).fieldsGrouping("keys", new Fields("key"));
        stage.submit(builder);
        stage.await("received", rows.size());
        stage.fact("rowToTaskIndex", stage.probe().notesUnder("row "));
    }

    private static ProbeSpout numbered(List<Values> rows) {
        List<Values> withNumber = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            Values row = new Values(rows.get(i).get(0), i);
            withNumber.add(row);
        }
        return ProbeSpout.rows(withNumber, "key", "row");
    }

    private static ProbeBolt noting() {
        return ProbeBolt.doing(
                (task, tuple) -> {
                    Object key = tuple.getValue(0);
                    String type = key == null ? "null" : key.getClass().getSimpleName();
                    task.note(
                            "row %02d %s".formatted(tuple.getInteger(1), type),
                            task.context().getThisTaskIndex());
                    task.note("received", tuple.getInteger(1));
                });
    }

    private static void enums(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        TimeUnit[] units = TimeUnit.values();
        List<Values> rows = new ArrayList<>();
        for (TimeUnit unit : units) {
            rows.add(new Values(unit));
            rows.add(new Values(unit));
        }
        builder.setSpout("units", ProbeSpout.rows(rows, "unit"));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            int hash = Arrays.deepHashCode(new Object[] {tuple.getValue(0)});
                            boolean expected =
                                    task.context().getThisTaskIndex() == Math.floorMod(hash, 3);
                            task.note("unit " + tuple.getValue(0), expected);
                            task.note("received", true);
                        });
        builder.setBolt("sink", bolt, 3).fieldsGrouping("units", new Fields("unit"));
        stage.submit(builder);
        stage.await("received", rows.size());
        stage.fact("onTheTaskOfItsHash", stage.probe().notesUnder("unit "));
    }

    private static void twoFields(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        List<Values> rows = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cat")) {
            for (int year = 2001; year < 2005; year++) {
                rows.add(new Values(name, "padding", year));
            }
        }
        builder.setSpout("rows", ProbeSpout.rows(rows, "name", "padding", "year"));
        builder.setBolt("declared", twoFieldNotes(), 7)
                .fieldsGrouping("rows", new Fields("name", "year"));
        builder.setBolt("reversed", twoFieldNotes(), 7)
                .fieldsGrouping("rows", new Fields("year", "name"));
        stage.submit(builder);
        stage.await("received", 2 * rows.size());
        stage.fact("taskIndexes", stage.probe().notesUnder("keys "));
    }

    private static ProbeBolt twoFieldNotes() {
        return ProbeBolt.doing(
                (task, tuple) -> {
                    String component = task.context().getThisComponentId();
                    String key = tuple.getValue(0) + "/" + tuple.getValue(2);
                    task.note("keys " + component + " " + key, task.context().getThisTaskIndex());
                    task.note("received", true);
                });
    }

    private static void acrossSources(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        List<Values> first = new ArrayList<>();
        List<Values> second = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            first.add(new Values("k" + i, i));
            second.add(new Values(i, "x", "k" + i));
        }
        builder.setSpout("first", ProbeSpout.rows(first, "key", "n"));
        builder.setSpout("second", ProbeSpout.rows(second, "n", "x", "id"));
        ProbeBolt join =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            String field = tuple.contains("key") ? "key" : "id";
                            task.note(
                                    "key " + tuple.getStringByField(field),
                                    task.context().getThisTaskIndex());
                            task.note("received", true);
                        });
        builder.setBolt("join", join, 4)
                .fieldsGrouping("first", new Fields("key"))
                .fieldsGrouping("second", new Fields("id"));
        stage.submit(builder);
        stage.await("received", 24);
        stage.fact("taskIndexes", stage.probe().notesUnder("key "));
    }

    private static void twoTargets(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        List<Values> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            rows.add(new Values("word" + i, i));
        }
        builder.setSpout("rows", ProbeSpout.rows(rows, "word", "n"));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            String component = task.context().getThisComponentId();
                            task.note(
                                    component + " " + tuple.getString(0),
                                    task.context().getThisTaskIndex());
                            task.note("received", true);
                        });
        builder.setBolt("left", bolt, 3).fieldsGrouping("rows", new Fields("word"));
        builder.setBolt("right", bolt, 3).fieldsGrouping("rows", new Fields("word"));
        stage.submit(builder);
        stage.await("received", 20);
        Map<String, List<Object>> left = new TreeMap<>(stage.probe().notesUnder("left "));
        Map<String, List<Object>> right = new TreeMap<>(stage.probe().notesUnder("right "));
        stage.fact("left", left);
        stage.fact("sameIndexOnBoth", left.equals(right));
    }
}
