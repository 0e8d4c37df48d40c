package io.eyewall.plugin.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The processor time and traffic of one worker in a window of time (T-Storm, section IV-B). The
 * constructor checks all bounds, so that every instance is valid.
 *
 * @param topology the topology's id
 * @param node the supervisor's id
 * @param host the supervisor's host name in Storm
 * @param port the slot's port
 * @param worker a random id of this run of the worker
 * @param startMs when this run started measuring, by the host's clock
 * @param sequence the number of the window in this run, from 1; windows whose report did not arrive
 *     are counted, too
 * @param endMs the window's end, by the host's clock
 * @param windowSec the window's length in seconds
 * @param processCores processor time per second of the whole worker process, in seconds
 * @param hostCores processor time per second of all processes of the host, in seconds
 * @param hostProcessors the number of the host's processors
 * @param executors the worker's executors, without Storm's system executor
 * @param traffic the traffic of their tasks, one entry per sender and receiver
 * @param pairsLeftOut the number of sender-receiver pairs left out of the report for lack of room:
 *     those with the fewest tuples
 */
public record LoadReport(
        String topology,
        String node,
        String host,
        int port,
        String worker,
        long startMs,
        long sequence,
        long endMs,
        double windowSec,
        double processCores,
        double hostCores,
        int hostProcessors,
        List<ExecutorUse> executors,
        List<TaskTraffic> traffic,
        int pairsLeftOut) {
    /**
     * The maximum length of a report's JSON, in characters and in bytes; servers must accept bodies
     * of this length.
     */
    public static final int MAX_CHARS = 1 << 20;

    /** The maximum number of executors in a report. */
    public static final int MAX_EXECUTORS = 4096;

    /** The maximum number of sender-receiver pairs in a report. */
    public static final int MAX_PAIRS = 1 << 14;

    private static final int VERSION = 1;
    private static final int MAX_NAME_CHARS = 512;
    private static final int MAX_PORT = 65_535;
    private static final int MAX_PROCESSORS = 1 << 16;
    private static final double MAX_WINDOW_SEC = 86_400;

    /**
     * The processor time of an executor.
     *
     * @param component the component that the executor runs
     * @param firstTask its lowest task id, at least 1
     * @param lastTask its highest task id
     * @param cores processor time per second of its thread, in seconds, without the time spent
     *     waiting where it is known
     * @param tuples the number of tuples that a bolt executed or a spout emitted
     */
    public record ExecutorUse(
            String component, int firstTask, int lastTask, double cores, long tuples) {
        public ExecutorUse {
            if (firstTask < 1 || lastTask < firstTask) {
                throw new JsonFormatException(
                        "executor of %s: tasks %d to %d, expected ids from 1 on, in order"
                                .formatted(component, firstTask, lastTask));
            }
            checkCores(cores, "executor of " + component);
            check(tuples >= 0, "executor of " + component, "tuples", tuples);
        }

        static ExecutorUse read(JsonFields json) {
            List<Integer> tasks = json.integers("tasks", 2, 1, Integer.MAX_VALUE);
            if (tasks.size() != 2) {
                throw new JsonFormatException(
                        json.path() + ".tasks: expected the first and the last, found " + tasks);
            }
            return new ExecutorUse(
                    json.text("component", MAX_NAME_CHARS),
                    tasks.get(0),
                    tasks.get(1),
                    json.number("cores", 0, MAX_PROCESSORS),
                    json.whole("tuples", 0, JsonFields.MAX_WHOLE));
        }
    }

    /**
     * The traffic from one task to another.
     *
     * @param from the sending task's id, at least 1
     * @param to the receiving task's id, at least 1
     * @param tuples the tuples sent in the window, including those of Storm's own streams, such as
     *     acks
     * @param bytes the estimated size of these tuples on a network; 0 if unknown
     */
    public record TaskTraffic(int from, int to, long tuples, long bytes) {
        public TaskTraffic {
            check(from >= 1, "traffic", "from", from);
            check(to >= 1, "traffic", "to", to);
            check(tuples >= 0, "traffic", "tuples", tuples);
            check(bytes >= 0, "traffic", "bytes", bytes);
        }

        static TaskTraffic read(JsonFields json) {
            return new TaskTraffic(
                    json.integer("from", 1, Integer.MAX_VALUE),
                    json.integer("to", 1, Integer.MAX_VALUE),
                    json.whole("tuples", 0, JsonFields.MAX_WHOLE),
                    json.whole("bytes", 0, JsonFields.MAX_WHOLE));
        }
    }

    /**
     * @throws JsonFormatException if a value is out of bounds or an entry occurs twice
     */
    public LoadReport {
        executors = List.copyOf(executors);
        traffic = List.copyOf(traffic);
        check(sequence >= 1, "load report", "sequence", sequence);
        check(port >= 0 && port <= MAX_PORT, "load report", "port", port);
        check(executors.size() <= MAX_EXECUTORS, "load report", "executors", executors.size());
        check(traffic.size() <= MAX_PAIRS, "load report", "traffic", traffic.size());
        if (!(windowSec > 0 && windowSec <= MAX_WINDOW_SEC)) {
            throw new JsonFormatException("load report: windowSec is " + windowSec);
        }
        checkCores(processCores, "load report: processCores");
        checkCores(hostCores, "load report: hostCores");
        List<ExecutorUse> byFirstTask = new ArrayList<>(executors);
        byFirstTask.sort(Comparator.comparingInt(ExecutorUse::firstTask));
        for (int i = 1; i < byFirstTask.size(); i++) {
            if (byFirstTask.get(i).firstTask <= byFirstTask.get(i - 1).lastTask) {
                throw new JsonFormatException(
                        "load report: two executors of task " + byFirstTask.get(i).firstTask);
            }
        }
        Set<Long> pairs = new HashSet<>();
        for (TaskTraffic pair : traffic) {
            if (!pairs.add(((long) pair.from << Integer.SIZE) | pair.to)) {
                throw new JsonFormatException(
                        "load report: two entries of traffic from task %d to %d"
                                .formatted(pair.from, pair.to));
            }
        }
    }

    private static void check(boolean isValid, String where, String name, long value) {
        if (!isValid) {
            throw new JsonFormatException("%s: %s is %d".formatted(where, name, value));
        }
    }

    private static void checkCores(double cores, String where) {
        if (!(cores >= 0 && cores <= MAX_PROCESSORS)) {
            throw new JsonFormatException(where + ": " + cores + " processors in use");
        }
    }

    /**
     * Parses a report.
     *
     * @throws JsonFormatException if the text is not a valid report
     */
    public static LoadReport fromJson(String text) {
        JsonFields json = JsonFields.parse(text, "load report", MAX_CHARS);
        json.checkVersion(VERSION);
        return new LoadReport(
                json.text("topology", MAX_NAME_CHARS),
                json.text("node", MAX_NAME_CHARS),
                json.text("host", MAX_NAME_CHARS),
                json.integer("port", 0, MAX_PORT),
                json.text("worker", MAX_NAME_CHARS),
                json.has("startMs") ? json.whole("startMs", 0, JsonFields.MAX_WHOLE) : 0,
                json.whole("sequence", 1, JsonFields.MAX_WHOLE),
                json.whole("endMs", 0, JsonFields.MAX_WHOLE),
                json.number("windowSec", Double.MIN_VALUE, MAX_WINDOW_SEC),
                json.number("processCores", 0, MAX_PROCESSORS),
                json.number("hostCores", 0, MAX_PROCESSORS),
                json.integer("hostProcessors", 1, MAX_PROCESSORS),
                json.objects("executors", MAX_EXECUTORS, ExecutorUse::read),
                json.objects("traffic", MAX_PAIRS, TaskTraffic::read),
                json.has("pairsLeftOut") ? json.integer("pairsLeftOut", 0, Integer.MAX_VALUE) : 0);
    }

    /**
     * Returns the report as JSON that is not longer than receivers accept. If necessary it leaves
     * out the last traffic entries, which should be those with the fewest tuples.
     */
    public String toFittingJson() {
        String json = toJson();
        if (json.getBytes(StandardCharsets.UTF_8).length <= MAX_CHARS || traffic.isEmpty()) {
            return json;
        }
        int kept = traffic.size() / 2;
        return new LoadReport(
                        topology,
                        node,
                        host,
                        port,
                        worker,
                        startMs,
                        sequence,
                        endMs,
                        windowSec,
                        processCores,
                        hostCores,
                        hostProcessors,
                        executors,
                        traffic.subList(0, kept),
                        pairsLeftOut + traffic.size() - kept)
                .toFittingJson();
    }

    /** Returns the report as JSON, in one line. */
    public String toJson() {
        JsonText json = new JsonText().open();
        json.name("version").whole(VERSION);
        json.name("topology").text(topology);
        json.name("node").text(node);
        json.name("host").text(host);
        json.name("port").whole(port);
        json.name("worker").text(worker);
        json.name("startMs").whole(startMs);
        json.name("sequence").whole(sequence);
        json.name("endMs").whole(endMs);
        json.name("windowSec").number(windowSec);
        json.name("processCores").number(processCores);
        json.name("hostCores").number(hostCores);
        json.name("hostProcessors").whole(hostProcessors);
        json.name("executors").openList();
        for (ExecutorUse each : executors) {
            json.open().name("component").text(each.component);
            json.name("tasks").openList().whole(each.firstTask).whole(each.lastTask).closeList();
            json.name("cores").number(each.cores);
            json.name("tuples").whole(each.tuples).close();
        }
        json.closeList().name("traffic").openList();
        for (TaskTraffic each : traffic) {
            json.open().name("from").whole(each.from).name("to").whole(each.to);
            json.name("tuples").whole(each.tuples).name("bytes").whole(each.bytes).close();
        }
        json.closeList().name("pairsLeftOut").whole(pairsLeftOut);
        return json.close().toString();
    }
}
