package io.eyewall.sql.compiler;

import io.eyewall.sql.source.Column;
import io.eyewall.sql.source.GeneratorReader;
import io.eyewall.sql.source.RowReader;
import io.eyewall.sql.source.RowSpout;
import io.eyewall.sql.source.TextReader;
import java.util.ArrayList;
import java.util.List;

/** Makes the spout of a table from its options. */
final class Sources {
    private Sources() {}

    /** Whether the rows of a table end by themselves. */
    static boolean ends(Catalog.Defined table) {
        var connector = table.statement().options().get("connector");
        boolean generated = connector != null && connector.value().equals("generator");
        return !generated || table.statement().options().containsKey("rows");
    }

    static RowSpout spout(Catalog catalog, Catalog.Defined table) {
        Options options = new Options(catalog, table.statement());
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            if (!table.statement().columns().get(i).processingTime()) {
                columns.add(table.columns().get(i));
            }
        }
        String connector = options.required("connector", "file, stdin or generator");
        RowReader reader =
                switch (connector) {
                    case "file", "stdin" -> text(options, connector, columns);
                    case "generator" -> generator(options, columns);
                    default ->
                            throw options.wrong(
                                    "connector",
                                    "'"
                                            + connector
                                            + "' can't be read; there are file, stdin and"
                                            + " generator");
                };
        options.refuseOthers();
        if (!table.isStream() && !ends(table)) {
            throw catalog.wrong(
                    table.statement().offset(),
                    "table "
                            + table.statement().name()
                            + " has no end; give 'rows', or CREATE"
                            + " STREAM");
        }
        boolean marked = table.isStream() && table.timeColumn() >= 0;
        return new RowSpout(
                reader,
                marked || table.hasProcessingTime() ? table.timeColumn() : -1,
                table.delayMs(),
                table.hasProcessingTime());
    }

    private static RowReader text(Options options, String connector, List<Column> columns) {
        String path =
                connector.equals("stdin") ? "" : options.required("path", "the path of a file");
        boolean json = options.choice("format", "csv", "csv", "json").equals("json");
        boolean header = options.choice("header", "false", "true", "false").equals("true");
        boolean skip = options.choice("on-error", "fail", "fail", "skip").equals("skip");
        return new TextReader(path, json, header, options.separator(), skip, columns);
    }

    private static RowReader generator(Options options, List<Column> columns) {
        List<GeneratorReader.Fill> fills = new ArrayList<>();
        for (Column column : columns) {
            String name = column.name();
            boolean sequence =
                    options.choice(name + ".kind", "random", "random", "sequence")
                            .equals("sequence");
            long min = options.number(name + ".min", 0);
            long max = options.number(name + ".max", Math.max(min, 99));
            if (max < min) {
                throw options.wrong(name + ".max", "is less than '" + name + ".min'");
            }
            fills.add(
                    new GeneratorReader.Fill(
                            sequence, min, max, options.number(name + ".step", 1)));
        }
        return new GeneratorReader(
                columns,
                fills,
                options.number("rows", -1),
                options.number("rows-per-second", 0),
                options.number("seed", 0));
    }
}
