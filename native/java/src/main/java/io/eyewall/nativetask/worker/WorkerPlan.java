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
    private final TopologyPicture picture;
    private final Set<Integer> own;
    private final Set<String> components;
    private final Set<Integer> receivers = new HashSet<>();

    /**
     * @param own the worker's tasks
     */
    WorkerPlan(TopologyPicture picture, Set<Integer> own) {
        this.picture = picture;
        this.own = own;
        this.components = new HashSet<>();
        own.forEach(task -> components.add(component(picture, task)));
    }

    private static String component(TopologyPicture picture, int task) {
        return Objects.requireNonNull(picture.components().get(task), "a task of the topology");
    }

    Set<String> components() {
        return components;
    }

    /**
     * Returns all lines except places; the last line is {@code go}.
     *
     * @param resources the folder with the topology's resources
     * @param loads whether the worker reports its tasks' processor time and traffic
     */
    String lines(WorkerPlace place, String resources, boolean loads) {
        Map<String, Object> conf = picture.conf();
        PlanLines lines = new PlanLines();
        lines.add("port", place.port());
        lines.add("worker", place.workerId());
        lines.add("timeout", timeoutMs(conf));
        lines.add("acking", StormCommon.hasAckers(conf) ? 1 : 0);
        lines.add("loads", loads ? 1 : 0);
        picture.components().forEach((task, component) -> lines.add("task", task, component));
        streams(lines);
        own.stream().sorted().forEach(task -> own(lines, task, resources));
        targets(lines);
        return lines.add("go").toString();
    }

    private static long timeoutMs(Map<String, Object> conf) {
        return ObjectReader.getBoolean(conf.get(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS), true)
                ? TimeUnit.SECONDS.toMillis(
                        ObjectReader.getInt(conf.get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS)))
                : TimeUnit.DAYS.toMillis(36_500);
    }

    /** Adds the streams, numbered as by Storm's {@code IdDictionary}: from 1, sorted by name. */
    private void streams(PlanLines lines) {
        for (String component : picture.componentIds()) {
            int id = 1;
            Map<String, StreamInfo> streams =
                    new TreeMap<>(picture.common(component).get_streams());
            for (Map.Entry<String, StreamInfo> stream : streams.entrySet()) {
                List<Object> words =
                        new ArrayList<>(List.of("stream", component, id, stream.getKey()));
                words.addAll(stream.getValue().get_output_fields());
                lines.add(words.toArray());
                id++;
            }
        }
    }

    private void own(PlanLines lines, int task, String resources) {
        String component = component(picture, task);
        Map<String, Object> conf = picture.conf(component);
        if (component.equals(Acker.ACKER_COMPONENT_ID)) {
            lines.add("own", task, "acker", 0, 0, "", "");
            return;
        }
        LibraryComponent.Description description =
                ((LibraryComponent) Objects.requireNonNull(picture.object(component), "its object"))
                        .description();
        // Storm sends ticks to spouts for timeouts, too; the program has its own clock.
        int tickS =
                picture.isSpout(component)
                        ? 0
                        : ObjectReader.getInt(conf.get(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS), 0);
        int pending = ObjectReader.getInt(conf.get(Config.TOPOLOGY_MAX_SPOUT_PENDING), 0);
        lines.add(
                "own",
                task,
                picture.isSpout(component) ? "spout" : "bolt",
                TimeUnit.SECONDS.toMillis(tickS),
                pending,
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
        List<Integer> tasks = picture.tasksOf(component);
        lines.add("setting", task, "component", component);
        lines.add("setting", task, "task", task);
        lines.add("setting", task, "index", tasks.indexOf(task));
        lines.add("setting", task, "tasks", tasks.size());
    }

    private void targets(PlanLines lines) {
        for (String receiver : picture.componentIds()) {
            picture.common(receiver)
                    .get_inputs()
                    .forEach(
                            (stream, grouping) -> {
                                if (components.contains(stream.get_componentId())) {
                                    target(lines, receiver, stream, grouping);
                                }
                            });
        }
        if (components.contains(Acker.ACKER_COMPONENT_ID)) {
            picture.components()
                    .forEach(
                            (task, component) -> {
                                if (picture.isSpout(component)) {
                                    receivers.add(task);
                                }
                            });
        }
    }

    private void target(
            PlanLines lines, String receiver, GlobalStreamId stream, Grouping grouping) {
        List<Integer> tasks = picture.tasksOf(receiver);
        String from = stream.get_componentId();
        String name = stream.get_streamId();
        List<Integer> indexes = List.of();
        String word;
        switch (Thrift.groupingType(grouping)) {
            case FIELDS -> {
                List<String> by = Thrift.fieldGrouping(grouping);
                word = by.isEmpty() ? "global" : "fields";
                Fields fields = new Fields(picture.outputFields(from, name));
                indexes = by.stream().map(fields::fieldIndex).toList();
            }
            case SHUFFLE, NONE -> word = "shuffle";
            case LOCAL_OR_SHUFFLE -> word = "local";
            case ALL -> word = "all";
            case DIRECT -> word = "direct";
            case CUSTOM_OBJECT, CUSTOM_SERIALIZED ->
                    throw new IllegalStateException(
                            "custom groupings need Java; Eligibility must have refused the worker");
            default -> throw new IllegalStateException("unknown grouping " + grouping);
        }
        receivers.addAll(tasks);
        lines.add("target", from, name, word, PlanLines.list(tasks), PlanLines.list(indexes));
    }

    /** Returns the tasks that the worker sends to; complete after {@link #lines}. */
    Set<Integer> receivers() {
        return receivers;
    }
}
