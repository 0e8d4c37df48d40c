package io.eyewall.benchmarks.scenario.child;

import io.eyewall.benchmarks.scenario.Latency;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The measurements that one child JVM made of itself.
 *
 * @param units units counted by the sinks in the window
 * @param windowNs length of the window
 * @param cpuNs CPU time of the whole process in the window, collector and compiler included
 * @param machineCpuNs CPU time of the whole machine in the window, stolen time included, in steps
 *     of 10 ms; -1 if unknown
 * @param rssKib resident memory at the window's end; -1 if unknown
 * @param rssPeakKib highest resident memory so far; -1 if unknown
 * @param javaThreads live Java threads at the window's end
 * @param osThreads threads of the process, collector and compiler included; -1 if unknown
 * @param firstUnitMs time from the launch of the JVM to the first unit counted
 * @param gcCount collections in the window
 * @param gcMs time of those collections
 * @param drainMs time from the stop to the last count
 * @param extras tuples that each source emitted after the stop, to move those that Storm strands
 * @param closeMs time that the system took to end
 * @param emitted tuples emitted in the whole run
 * @param counted units counted in the whole run
 * @param sliceUnitsPerSec rate in each tenth of the window, to detect runs that are not steady
 * @param fromDue latency of tuples since they were due
 * @param fromEmit latency of tuples since they were emitted
 * @param collectors names of the collectors in use
 * @param javaVersion version and vendor of the JVM in use
 * @param problems errors in the answer; empty if it is right
 */
public record Measurement(
        long units,
        long windowNs,
        long cpuNs,
        long machineCpuNs,
        long rssKib,
        long rssPeakKib,
        int javaThreads,
        int osThreads,
        long firstUnitMs,
        long gcCount,
        long gcMs,
        long drainMs,
        int extras,
        long closeMs,
        long emitted,
        long counted,
        List<Long> sliceUnitsPerSec,
        Latency fromDue,
        Latency fromEmit,
        List<String> collectors,
        String javaVersion,
        List<String> problems) {

    private static final String SEPARATOR = "\n";

    /** Copies the lists. */
    public Measurement {
        sliceUnitsPerSec = List.copyOf(sliceUnitsPerSec);
        collectors = List.copyOf(collectors);
        problems = List.copyOf(problems);
    }

    /** Returns millions of units per second. */
    public double millionUnitsPerSec() {
        return units * 1_000.0 / windowNs;
    }

    /** Returns CPU seconds per million units; infinite if nothing was counted. */
    public double cpuSecPerMillionUnits() {
        return units == 0 ? Double.POSITIVE_INFINITY : cpuNs / 1_000.0 / units;
    }

    /** Returns the mean number of cores that the process kept busy. */
    public double coresUsed() {
        return (double) cpuNs / windowNs;
    }

    /** Returns the mean number of cores that other processes kept busy; NaN if unknown. */
    public double coresOfOthers() {
        return machineCpuNs < 0
                ? Double.NaN
                : Math.max(0, (double) (machineCpuNs - cpuNs) / windowNs);
    }

    /** Writes the measurement as a properties file, for {@link #read} in another JVM. */
    void write(Path file) throws IOException {
        Properties properties = new Properties();
        put(properties, "units", units);
        put(properties, "windowNs", windowNs);
        put(properties, "cpuNs", cpuNs);
        put(properties, "machineCpuNs", machineCpuNs);
        put(properties, "rssKib", rssKib);
        put(properties, "rssPeakKib", rssPeakKib);
        put(properties, "javaThreads", javaThreads);
        put(properties, "osThreads", osThreads);
        put(properties, "firstUnitMs", firstUnitMs);
        put(properties, "gcCount", gcCount);
        put(properties, "gcMs", gcMs);
        put(properties, "drainMs", drainMs);
        put(properties, "extras", extras);
        put(properties, "closeMs", closeMs);
        put(properties, "emitted", emitted);
        put(properties, "counted", counted);
        properties.setProperty(
                "sliceUnitsPerSec",
                sliceUnitsPerSec.stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(SEPARATOR)));
        properties.setProperty("fromDue", fromDue.format());
        properties.setProperty("fromEmit", fromEmit.format());
        properties.setProperty("collectors", String.join(SEPARATOR, collectors));
        properties.setProperty("javaVersion", javaVersion);
        properties.setProperty("problems", String.join(SEPARATOR, problems));
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            properties.store(writer, null);
        }
    }

    /**
     * Reads the file that a child has written.
     *
     * @throws IOException if the file is missing, or lacks a value because the child was killed
     */
    public static Measurement read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        return new Measurement(
                getLong(properties, "units"),
                getLong(properties, "windowNs"),
                getLong(properties, "cpuNs"),
                getLong(properties, "machineCpuNs"),
                getLong(properties, "rssKib"),
                getLong(properties, "rssPeakKib"),
                (int) getLong(properties, "javaThreads"),
                (int) getLong(properties, "osThreads"),
                getLong(properties, "firstUnitMs"),
                getLong(properties, "gcCount"),
                getLong(properties, "gcMs"),
                getLong(properties, "drainMs"),
                (int) getLong(properties, "extras"),
                getLong(properties, "closeMs"),
                getLong(properties, "emitted"),
                getLong(properties, "counted"),
                getList(properties, "sliceUnitsPerSec").stream().map(Long::valueOf).toList(),
                Latency.parse(get(properties, "fromDue")),
                Latency.parse(get(properties, "fromEmit")),
                getList(properties, "collectors"),
                get(properties, "javaVersion"),
                getList(properties, "problems"));
    }

    private static void put(Properties properties, String key, long value) {
        properties.setProperty(key, Long.toString(value));
    }

    private static String get(Properties properties, String key) throws IOException {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IOException("measurement lacks '" + key + "': the child was cut off");
        }
        return value;
    }

    private static long getLong(Properties properties, String key) throws IOException {
        return Long.parseLong(get(properties, key));
    }

    private static List<String> getList(Properties properties, String key) throws IOException {
        String value = get(properties, key);
        return value.isEmpty() ? List.of() : Arrays.asList(value.split(SEPARATOR));
    }
}
