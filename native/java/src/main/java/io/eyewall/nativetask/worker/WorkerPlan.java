package io.eyewall.nativetask.worker;

import io.eyewall.nativetask.LibraryComponent;
import io.eyewall.nativetask.LibraryFiles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.Thrift;
import org.apache.storm.daemon.Acker;
import org.apache.storm.daemon.StormCommon;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.StreamInfo;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.ObjectReader;

/** Writes the plan of a native worker as lines: its tasks, their settings, streams and targets. */
final class WorkerPlan {
    private final SystemTopology topology;
    private final Set<Integer> ownTasks;
    private final Set<String> components;
    private final Set<Integer> receivers = new HashSet<>();

    /**
     * @param ownTasks the worker's tasks
     */
    WorkerPlan(SystemTopology topology, Set<Integer> ownTasks) {
        this.topology = topology;
        this.ownTasks = ownTasks;
        this.components = new HashSet<>();
        ownTasks.forEach(task -> components.add(component(topology, task)));
    }

    private static String component(SystemTopology topology, int task) {
        return Objects.requireNonNull(
                topology.componentByTask().get(task), "a task of the topology");
    }

    Set<String> components() {
        return components;
    }

    /**
     * Returns all lines except places; the last line is {@code go}.
     *
     * @param resources the folder with the topology's resources
     * @param reportsLoads whether the worker reports its tasks' processor time and traffic
     */
    String lines(WorkerPlace place, String resources, boolean reportsLoads) {
        Map<String, Object> conf = topology.conf();
        WorkerLines lines = new WorkerLines();
        lines.add("port", place.port());
        lines.add("worker", place.workerId());
        lines.add("timeout", timeoutMs(conf));
        lines.add("acking", StormCommon.hasAckers(conf) ? 1 : 0);
        lines.add("loads", reportsLoads ? 1 : 0);
        topology.componentByTask().forEach((task, component) -> lines.add("task", task, component));
        addStreams(lines);
        ownTasks.stream().sorted().forEach(task -> addOwnTask(lines, task, resources));
        addTargets(lines);
        return lines.add("go").toString();
    }

    private static long timeoutMs(Map<String, Object> conf) {
        return ObjectReader.getBoolean(conf.get(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS), true)
                ? TimeUnit.SECONDS.toMillis(
                        ObjectReader.getInt(conf.get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS)))
                : TimeUnit.DAYS.toMillis(36_500);
    }

    /** Adds the streams, numbered as by Storm's {@code IdDictionary}: from 1, sorted by name. */
    private void addStreams(WorkerLines lines) {
        for (String component : topology.componentIds()) {
            int id = 1;
            Map<String, StreamInfo> streams =
                    new TreeMap<>(topology.common(component).get_streams());
            for (Map.Entry<String, StreamInfo> stream : streams.entrySet()) {
                List<Object> words =
                        new ArrayList<>(List.of("stream", component, id, stream.getKey()));
                words.addAll(stream.getValue().get_output_fields());
                lines.add(words.toArray());
                id++;
            }
        }
    }

    private void addOwnTask(WorkerLines lines, int task, String resources) {
        String component = component(topology, task);
        Map<String, Object> conf = topology.conf(component);
        if (component.equals(Acker.ACKER_COMPONENT_ID)) {
            lines.add("own", task, "acker", 0, 0, "", "");
            return;
        }
        LibraryComponent.Description description =
                ((LibraryComponent)
                                Objects.requireNonNull(
                                        topology.userObject(component), "its object"))
                        .description();
        // Storm sends ticks to spouts for timeouts, too; the program has its own clock.
        int tickS =
                topology.isSpout(component)
                        ? 0
                        : ObjectReader.getInt(conf.get(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS), 0);
        int maxPending = ObjectReader.getInt(conf.get(Config.TOPOLOGY_MAX_SPOUT_PENDING), 0);
        lines.add(
                "own",
                task,
                topology.isSpout(component) ? "spout" : "bolt",
                TimeUnit.SECONDS.toMillis(tickS),
                maxPending,
                LibraryFiles.find(description.library(), resources),
                description.component());
        description.outputs().forEach(output -> lines.add("output", task, output));
        conf.forEach(
                (key, value) -> {
                    if (value instanceof String
                            || value instanceof Number
                            || value instanceof Boolean) {
                        lines.add("setting", task, key, value);
                    }
                });
        List<Integer> tasks = topology.tasksOf(component);
        lines.add("setting", task, "component", component);
        lines.add("setting", task, "task", task);
        lines.add("setting", task, "index", tasks.indexOf(task));
        lines.add("setting", task, "tasks", tasks.size());
    }

    private void addTargets(WorkerLines lines) {
        for (String receiver : topology.componentIds()) {
            topology.common(receiver)
                    .get_inputs()
                    .forEach(
                            (stream, grouping) -> {
                                if (components.contains(stream.get_componentId())) {
                                    addTarget(lines, receiver, stream, grouping);
                                }
                            });
        }
        if (components.contains(Acker.ACKER_COMPONENT_ID)) {
            topology.componentByTask()
                    .forEach(
                            (task, component) -> {
                                if (topology.isSpout(component)) {
                                    receivers.add(task);
                                }
                            });
        }
    }

    private void addTarget(
            WorkerLines lines, String receiver, GlobalStreamId stream, Grouping grouping) {
        List<Integer> tasks = topology.tasksOf(receiver);
        String from = stream.get_componentId();
        String name = stream.get_streamId();
        List<Integer> indexes = List.of();
        String groupingWord;
        switch (Thrift.groupingType(grouping)) {
            case FIELDS -> {
                List<String> groupingFields = Thrift.fieldGrouping(grouping);
                groupingWord = groupingFields.isEmpty() ? "global" : "fields";
                Fields fields = new Fields(topology.outputFields(from, name));
                indexes = groupingFields.stream().map(fields::fieldIndex).toList();
            }
            case SHUFFLE, NONE -> groupingWord = "shuffle";
            case LOCAL_OR_SHUFFLE -> groupingWord = "local";
            case ALL -> groupingWord = "all";
            case DIRECT -> groupingWord = "direct";
            case CUSTOM_OBJECT, CUSTOM_SERIALIZED ->
                    throw new IllegalStateException(
                            "custom groupings need Java; Eligibility must have refused the worker");
            default -> throw new IllegalStateException("unknown grouping " + grouping);
        }
        receivers.addAll(tasks);
        lines.add(
                "target",
                from,
                name,
                groupingWord,
                WorkerLines.commaSeparated(tasks),
                WorkerLines.commaSeparated(indexes));
    }

    /** Returns the tasks that the worker sends to; complete after {@link #lines}. */
    Set<Integer> receivers() {
        return receivers;
    }
}
