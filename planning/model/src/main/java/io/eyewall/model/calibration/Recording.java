package io.eyewall.model.calibration;

import io.eyewall.model.routing.Routing;
import java.util.List;

/**
 * Measurements of a topology that our engine or a Storm cluster runs: enough to calibrate the model
 * later, without the topology.
 *
 * @param version of this format: {@value #VERSION}
 * @param topology its name
 * @param acked whether messages are tracked
 * @param maxPending limit of pending messages per spout task; 0 if unlimited
 * @param threads whether each executor is a thread, as on a Storm cluster; otherwise a core calls
 *     it
 * @param placed whether the engine moves executors to other cores, following measured load and
 *     traffic
 * @param components spouts and bolts
 * @param groupings subscriptions and their groupings; one entry per pair of components
 * @param places names of the cores or, on a cluster, of the workers: {@code NODE:WORKER}
 * @param windows the counts of each window
 */
public record Recording(
        int version,
        String topology,
        boolean acked,
        int maxPending,
        boolean threads,
        boolean placed,
        List<Component> components,
        List<Subscription> groupings,
        List<String> places,
        List<Window> windows) {
    /** The current version of the format. */
    public static final int VERSION = 5;

    /**
     * A spout or bolt, and its tasks.
     *
     * @param holds whether it acks tuples later than it executes them, as windows do
     */
    public record Component(String id, boolean spout, int firstTask, int tasks, boolean holds) {}

    /** The subscription of one component to another. */
    public record Subscription(String from, String to, Routing.Kind kind) {}

    /**
     * A period in which no executor moved.
     *
     * @param seconds its length
     * @param executors the counts of each executor
     * @param flows tuples from task to task
     * @param busyNs by place: processor time that went into all of these executors, or a negative
     *     number if that is unknown
     * @param latency time from emit to ack, for the messages of the window or of the whole run; on
     *     a cluster the percentile is 0, because Storm does not report it
     * @param heap heap use of the process, if the process ran nothing else
     */
    public record Window(
            double seconds,
            List<Executor> executors,
            List<Flow> flows,
            List<Double> busyNs,
            Latencies latency,
            Heap heap) {
        /** Creates a window whose heap use is unknown. */
        public Window(
                double seconds,
                List<Executor> executors,
                List<Flow> flows,
                List<Double> busyNs,
                Latencies latency) {
            this(seconds, executors, flows, busyNs, latency, Heap.UNKNOWN);
        }

        public Window {
            executors = List.copyOf(executors);
            flows = List.copyOf(flows);
            busyNs = List.copyOf(busyNs);
        }

        /**
         * Returns the processor time of all places and of the threads of dedicated executors, in
         * cores; negative if the time of a place or thread is unknown.
         */
        public double busyCores() {
            double sumNs = 0;
            for (double ns : busyNs) {
                if (ns < 0) {
                    return -1;
                }
                sumNs += ns;
            }
            for (Executor executor : executors) {
                if (executor.threadCpuNs() < 0) {
                    return -1;
                }
                sumNs += executor.threadCpuNs();
            }
            return sumNs / seconds / 1e9;
        }
    }

    /**
     * The heap use of a process in a window.
     *
     * @param allocatedBytes bytes of new objects; negative if unknown, and then all other values
     *     are unknown too
     * @param collections how often the garbage collector stopped all threads
     * @param stoppedNs total time of these stops
     * @param liveBytes bytes in use after the last collection
     * @param maxBytes maximum size of the heap
     */
    public record Heap(
            double allocatedBytes,
            long collections,
            double stoppedNs,
            double liveBytes,
            double maxBytes) {
        /** The unknown heap use of a cluster, or of topologies that share a process. */
        public static final Heap UNKNOWN = new Heap(-1, 0, 0, 0, 0);
    }

    /**
     * The counts of an executor in a window. A dedicated executor runs user code on a thread of its
     * own.
     *
     * @param place index of its place
     * @param tuples executed by a bolt, emitted by a spout
     * @param ownNs in our engine: sampled time in its user code, without the components that this
     *     code called directly, and 0 for a dedicated executor; on a cluster: all processor time of
     *     its thread
     * @param ownSpreadNs2 sum of the squared differences between the times of single tuples in user
     *     code and their mean; 0 if unknown; may be negative by chance, because it is a difference
     *     of samples
     * @param threadNs time of a dedicated executor's thread in user code, in which that code waited
     *     or worked; 0 for other executors
     * @param threadCpuNs processor time of a dedicated executor's thread; negative if unknown
     */
    public record Executor(
            String component,
            int firstTask,
            int lastTask,
            int place,
            long tuples,
            double ownNs,
            double ownSpreadNs2,
            double threadNs,
            double threadCpuNs) {
        /** Creates an executor that is not dedicated, of whose times only the sum is known. */
        public Executor(
                String component,
                int firstTask,
                int lastTask,
                int place,
                long tuples,
                double ownNs) {
            this(component, firstTask, lastTask, place, tuples, ownNs, 0, 0, 0);
        }
    }

    /** Tuples from one task to another; bytes are 0 if unknown. */
    public record Flow(int fromTask, int toTask, long tuples, long bytes) {}

    /**
     * The number of latencies that were measured, their mean and percentile; 0 if there are none.
     */
    public record Latencies(long count, double meanNs, double p99Ns) {}

    /**
     * Returns a component.
     *
     * @throws IllegalArgumentException if the recording has no component with this id
     */
    Component component(String id) {
        return components.stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "recording of '%s': component '%s' is not among its components"
                                                .formatted(topology, id)));
    }

    public Recording {
        components = List.copyOf(components);
        groupings = List.copyOf(groupings);
        places = List.copyOf(places);
        windows = List.copyOf(windows);
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "recording of '%s': version %d, expected %d; record it anew"
                            .formatted(topology, version, VERSION));
        }
        for (Window window : windows) {
            checkWindow(topology, places.size(), window);
        }
        for (String place : places) {
            if (threads && node(place).isEmpty()) {
                throw new IllegalArgumentException(
                        "recording of '%s': place '%s', expected NODE:WORKER"
                                .formatted(topology, place));
            }
        }
    }

    /** Returns the node of a cluster's place: the part before its last colon. */
    public static String node(String place) {
        return place.substring(0, Math.max(0, place.lastIndexOf(':')));
    }

    /** Returns the same recording with {@code newWindows} instead of its windows. */
    public Recording withWindows(List<Window> newWindows) {
        return new Recording(
                version,
                topology,
                acked,
                maxPending,
                threads,
                placed,
                components,
                groupings,
                places,
                newWindows);
    }

    private static void checkWindow(String topology, int places, Window window) {
        if (!(window.seconds() > 0) || window.busyNs().size() != places) {
            throw new IllegalArgumentException(
                    ("recording of '%s': a window of %s s with %d busy times; expected more than"
                                    + " 0 s, and a time for each of %d places")
                            .formatted(topology, window.seconds(), window.busyNs().size(), places));
        }
        for (Executor executor : window.executors()) {
            if (executor.place() < 0 || executor.place() >= places || executor.tuples() < 0) {
                throw new IllegalArgumentException(
                        "recording of '%s': %s with %d tuples at place %d of %d"
                                .formatted(
                                        topology,
                                        executor.component(),
                                        executor.tuples(),
                                        executor.place(),
                                        places));
            }
        }
    }
}
