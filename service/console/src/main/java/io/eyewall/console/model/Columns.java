package io.eyewall.console.model;

import java.util.List;

/**
 * The column names of the tables in {@link Numbers}. Rates are per second, shares between 0 and 1.
 *
 * @param components columns of the table of components
 * @param edges columns of the table of edges
 * @param executors columns of the table of executors
 * @param tasks columns of the table of tasks
 * @param cores columns of the table of cores
 */
public record Columns(
        List<String> components,
        List<String> edges,
        List<String> executors,
        List<String> tasks,
        List<String> cores) {
    /** The columns that {@link NumbersReader} fills. */
    static final Columns ALL =
            new Columns(
                    List.of(
                            "perSec",
                            "emittedPerSec",
                            "executed",
                            "emitted",
                            "acked",
                            "failed",
                            "busy",
                            "held",
                            "callNs",
                            "queued",
                            "pending",
                            "fill",
                            "errors",
                            "worstBusy",
                            "worstTask",
                            "worstFill"),
                    List.of("perSec", "tuples"),
                    List.of(
                            "core",
                            "dedicated",
                            "busy",
                            "held",
                            "perSec",
                            "queued",
                            "pending",
                            "callNs"),
                    List.of("inPerSec", "outPerSec"),
                    List.of("busy", "executors", "sleepsPerSec"));
}
