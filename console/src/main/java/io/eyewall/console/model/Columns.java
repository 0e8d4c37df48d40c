package io.eyewall.console.model;

import java.util.List;

/**
 * What the columns of the tables are called. Rates are per second, shares between 0 and 1.
 *
 * @param components of components
 * @param edges of edges
 * @param executors of executors
 * @param tasks of tasks
 * @param cores of cores
 */
public record Columns(
        List<String> components,
        List<String> edges,
        List<String> executors,
        List<String> tasks,
        List<String> cores) {
    /** Those of {@link NumbersReader}. */
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
