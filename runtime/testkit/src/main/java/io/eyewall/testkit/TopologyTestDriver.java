package io.eyewall.testkit;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SteppedEngine;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.topology.ComponentPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.storm.generated.StormTopology;
import org.jspecify.annotations.Nullable;

/**
 * Runs a topology on the test's own thread, on the real engine, by a clock that advances only when
 * the test says so. The same test yields the same run every time: the same emits in the same order
 * to the same tasks.
 *
 * <pre>{@code
 * TopologyBuilder builder = new TopologyBuilder();
 * builder.setSpout("lines", new LineSpout());
 * builder.setBolt("split", new SplitBolt()).shuffleGrouping("lines");
 * builder.setBolt("count", new CountBolt(), 2).fieldsGrouping("split", new Fields("word"));
 *
 * try (TopologyTestDriver driver =
 *         TopologyTestDriver.of(builder.createTopology()).feeding("lines").start()) {
 *     Object message = driver.spout("lines").emit("the cat the dog");
 *     driver.runUntilIdle();
 *     assertThat(driver.values("count")).contains(List.of("the", 2), List.of("cat", 1));
 *     assertThat(driver.acked()).containsExactly(message);
 * }
 * }</pre>
 *
 * <p>Tick tuples, message timeouts, the windows of windowed bolts and the checkpoints of stateful
 * bolts follow the virtual clock; {@code org.apache.storm.utils.Time} follows it on request ({@link
 * TestDriverBuilder#withStormTime}). These do not follow it: code that reads the machine's clock
 * itself ({@code System.currentTimeMillis}), threads that user code starts, components in other
 * languages, and Trident with its batches and windows. A spout that emits nothing is called again
 * when the test next runs the driver, or a millisecond of virtual time later, whatever its wait
 * strategy. A spout whose {@code nextTuple} begins or ends with a sleep is called again when the
 * test next runs the driver, or when virtual time has advanced by the length of the sleep. No
 * executor is dedicated.
 *
 * <p>Used only by the thread that started it. When the topology fails, the method that runs it
 * throws a {@link TopologyFailedException}, once.
 */
public final class TopologyTestDriver implements AutoCloseable {
    private final SteppedEngine engine;
    private final VirtualClock clock;
    private final CoreSteps steps;
    private final TopologyRuntime topology;
    private final RecordingProbe recorder;
    private final Feeder feeder;
    private boolean failureReported;

    TopologyTestDriver(
            SteppedEngine engine,
            VirtualClock clock,
            CoreSteps steps,
            TopologyRuntime topology,
            RecordingProbe recorder) {
        this.engine = engine;
        this.clock = clock;
        this.steps = steps;
        this.topology = topology;
        this.recorder = recorder;
        this.feeder = new Feeder(topology, recorder);
    }

    /** Returns a builder for a run of a topology; nothing happens before {@code start()}. */
    public static TestDriverBuilder of(StormTopology topology) {
        return new TestDriverBuilder(topology);
    }

    /** Opens all tasks; closes everything if that fails. */
    void open(int stepLimit) {
        try {
            openTasks(stepLimit);
        } catch (RuntimeException | Error e) {
            failureReported = true;
            close();
            throw e;
        }
    }

    private void openTasks(int stepLimit) {
        tasks().forEach(recorder::listenTo);
        for (int i = 0; topology.status() == TopologyStatus.STARTING; i++) {
            if (i == stepLimit) {
                throw new IllegalStateException(
                        topology + " is not open after " + stepLimit + " steps");
            }
            steps.step();
        }
        throwNewFailure();
    }

    private List<Task> tasks() {
        return topology.plan().taskToComponent().keySet().stream()
                .sorted()
                .map(topology::task)
                .filter(Objects::nonNull)
                .toList();
    }

    // ---- feeding ----------------------------------------------------------------------------

    /**
     * Returns a spout for which the test emits.
     *
     * @throws IllegalArgumentException if the spout was not named in {@link
     *     TestDriverBuilder#feeding}
     */
    public SpoutFeed spout(String component) {
        ComponentPlan plan = topology.plan().component(component);
        Task first = plan.taskIds().isEmpty() ? null : topology.task(plan.taskIds().get(0));
        if (first == null || !(first.object() instanceof FedSpout)) {
            throw new IllegalArgumentException(
                    "component '"
                            + component
                            + "' is not fed by the test; name it in feeding(\""
                            + component
                            + "\") if it is a spout, or use feed(component, stream, values)");
        }
        return new SpoutFeed(feeder, plan);
    }

    /**
     * Feeds a tuple to the subscribers of a stream, as if the first task of the component had
     * emitted it, anchored to a new message. The message never times out.
     *
     * @return the message id, as {@link #acked()} will return it
     */
    public Object feed(String component, String stream, @Nullable Object... values) {
        return feed(component, stream, -1, values);
    }

    /**
     * Feeds a tuple as {@link #feed} does, but directly to one task, for streams that are declared
     * direct.
     */
    public Object feedDirect(
            int targetTask, String component, String stream, @Nullable Object... values) {
        return feed(component, stream, targetTask, values);
    }

    private Object feed(
            String component, String stream, int directTask, @Nullable Object... values) {
        return feeder.feed(
                topology.plan().component(component),
                stream,
                directTask,
                Collections.unmodifiableList(Arrays.asList(values.clone())));
    }

    // ---- running ----------------------------------------------------------------------------

    /**
     * Runs until there is nothing to do at this instant. Time does not advance. Spouts that had
     * nothing to emit when they were last called are called again, so that they emit what the test
     * has given them meanwhile.
     *
     * @throws IllegalStateException if the topology does not become idle within the step limit
     * @throws TopologyFailedException if user code threw
     */
    public void runUntilIdle() {
        topology.endSpoutBackoffs();
        steps.runUntilIdle();
        throwNewFailure();
    }

    /**
     * Runs until idle, then advances time; everything that falls due happens at its time.
     *
     * @throws IllegalStateException if the topology does not become idle at some instant
     * @throws TopologyFailedException if user code threw
     */
    public void advance(Duration by) {
        topology.endSpoutBackoffs();
        steps.advance(by);
        throwNewFailure();
    }

    /**
     * Advances time without running anything, as if the process had been stopped meanwhile:
     * everything that falls due in that time happens late.
     */
    public void skip(Duration by) {
        clock.advance(by);
    }

    /**
     * Runs as many steps as there are cores; a step executes at most 256 tuples per executor and 64
     * calls of {@code nextTuple} per spout. For spouts that always have more to emit.
     *
     * @throws TopologyFailedException if user code threw
     */
    public void step() {
        topology.endSpoutBackoffs();
        for (int i = 0; i < engine.coreCount(); i++) {
            steps.step();
        }
        throwNewFailure();
    }

    private void throwNewFailure() {
        if (!failureReported && topology.failure().isPresent()) {
            failureReported = true;
            throw new TopologyFailedException(topology.failure().get());
        }
    }

    /** Returns the virtual time. */
    public Instant now() {
        return Instant.ofEpochMilli(clock.currentTimeMillis());
    }

    // ---- reading ----------------------------------------------------------------------------

    /** Returns all tuples emitted so far in order, including those fed by the test. */
    public List<EmittedTuple> emitted() {
        return List.copyOf(recorder.emitted());
    }

    /** Returns the tuples that a component emitted on any stream. */
    public List<EmittedTuple> emitted(String component) {
        checkComponent(component);
        return recorder.emitted().stream()
                .filter(tuple -> tuple.component().equals(component))
                .toList();
    }

    /** Returns the tuples that a component emitted on one stream. */
    public List<EmittedTuple> emitted(String component, String stream) {
        checkStream(component, stream);
        return emitted(component).stream().filter(tuple -> tuple.stream().equals(stream)).toList();
    }

    /** Returns the values of the tuples that a component emitted on any stream. */
    public List<List<Object>> values(String component) {
        return emitted(component).stream().map(EmittedTuple::values).toList();
    }

    /** Returns the values of the tuples that a component emitted on one stream. */
    public List<List<Object>> values(String component, String stream) {
        return emitted(component, stream).stream().map(EmittedTuple::values).toList();
    }

    /** Returns the tuples that the tasks of a bolt executed, including tick tuples. */
    public List<ExecutedTuple> executed(String component) {
        checkComponent(component);
        return recorder.executed().stream()
                .filter(tuple -> tuple.component().equals(component))
                .toList();
    }

    /** Returns the ids of acked messages, in the order of the acks. */
    public List<Object> acked() {
        return recorder.messages().acked(null);
    }

    /** Returns the ids of a component's acked messages, in the order of the acks. */
    public List<Object> acked(String component) {
        checkComponent(component);
        return recorder.messages().acked(component);
    }

    /** Returns the ids of messages that failed or timed out, in that order. */
    public List<Object> failed() {
        return recorder.messages().failed(null);
    }

    /** Returns the ids of a component's messages that failed or timed out, in that order. */
    public List<Object> failed(String component) {
        checkComponent(component);
        return recorder.messages().failed(component);
    }

    /** Returns the ids of pending messages: emitted and neither acked nor failed. */
    public List<Object> pending() {
        return recorder.messages().pending(null);
    }

    /** Returns the ids of a component's pending messages. */
    public List<Object> pending(String component) {
        checkComponent(component);
        return recorder.messages().pending(component);
    }

    /** Forgets everything recorded so far except pending messages. */
    public void clear() {
        recorder.clear();
    }

    private void checkComponent(String component) {
        topology.plan()
                .component(component); // throws an exception that names the existing components
    }

    private void checkStream(String component, String stream) {
        if (!topology.plan().component(component).streams().containsKey(stream)) {
            throw new IllegalArgumentException(
                    "component '"
                            + component
                            + "' declares no stream '"
                            + stream
                            + "'; it has "
                            + topology.plan().component(component).streams().keySet());
        }
    }

    // ---- the topology -----------------------------------------------------------------------

    /**
     * Returns the topology, to read its status, metrics and reported errors, or to deactivate,
     * activate or kill it.
     */
    public RunningTopology topology() {
        return topology;
    }

    /**
     * Returns the spouts or bolts that run as the tasks of a component, in the order of the tasks.
     */
    public List<Object> instances(String component) {
        return topology.plan().component(component).taskIds().stream()
                .map(topology::task)
                .filter(Objects::nonNull)
                .map(Task::object)
                .toList();
    }

    /** Returns why the topology failed; empty if it did not. */
    public Optional<TopologyFailure> failure() {
        failureReported |= topology.failure().isPresent();
        return topology.failure();
    }

    /**
     * Ends the topology: tasks are closed or cleaned up.
     *
     * @throws TopologyFailedException if the topology failed and no method has thrown this failure
     *     yet
     */
    @Override
    public void close() {
        try {
            engine.close();
        } finally {
            clock.close();
        }
        throwNewFailure();
    }
}
