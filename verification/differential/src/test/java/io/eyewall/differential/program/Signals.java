package io.eyewall.differential.program;

import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeSpout;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.tuple.Values;

/** Passes rows from a driver to a spout at the driver's pace. */
public final class Signals {
    private Signals() {}

    /**
     * Returns a spout that emits the rows of a series as they are noted, one per nextTuple, with
     * the first value as message id.
     */
    public static ProbeSpout rows(String series, String... fields) {
        return ProbeSpout.doing(
                        task -> {
                            List<Object> rows = task.probe().notes(series);
                            int sent = (int) task.memory().getOrDefault("sent", 0);
                            if (sent < rows.size()) {
                                task.memory().put("sent", sent + 1);
                                List<?> row = (List<?>) rows.get(sent);
                                task.collector().emit(new Values(row.toArray()), row.get(0));
                            }
                        })
                .declares("default", fields);
    }

    /** Sends one row to the spout of a series. */
    public static void send(Probe probe, String series, Object... row) {
        probe.note(series, Arrays.asList(row));
    }
}
