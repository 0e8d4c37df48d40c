package io.eyewall.engine.multilang;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.multilang.BoltMsg;
import org.apache.storm.multilang.ISerializer;
import org.apache.storm.multilang.JsonSerializer;
import org.apache.storm.multilang.NoOutputException;
import org.apache.storm.multilang.ShellMsg;
import org.apache.storm.multilang.SpoutMsg;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the topology's serializer for Storm's shell components: all messages pass through it, so
 * that it can limit the child's pace. Storm creates it from its class name, which {@link #install}
 * puts into the configuration; nothing else is visible to the component.
 *
 * <p>The wrapped serializer comes from the topology's class loader. Storm would search its own,
 * which does not have the application's classes if they are in a jar of their own.
 */
public final class ChildSerializer implements ISerializer {
    private static final long serialVersionUID = 1L;

    /** The configuration key of the parameters, which the component must not see. */
    private static final String PARAMETERS = "eyewall.shell.handed.over";

    private static final long MAX_WAIT_FOR_END_MS = 1000;

    /** So long that Storm's own watching never acts; its milliseconds still fit into an int. */
    private static final int NEVER_SECS = 1_000_000;

    /**
     * Parameters that can only be passed through the configuration.
     *
     * @param conf the configuration that the child receives
     * @param watch the child's watch
     * @param process returns the child's process, or null
     * @param pace limits a bolt's child; null for a spout's child, which sends only on request
     */
    private record Parameters(
            Map<String, Object> conf,
            ChildWatch watch,
            Supplier<@Nullable ProcessHandle> process,
            @Nullable ChildPace pace) {}

    private transient @Nullable OutputStream toChild;
    private transient @Nullable InputStream fromChild;
    private transient @Nullable ISerializer serializer;
    private transient @Nullable ChildPace pace;
    private transient @Nullable ChildWatch watch;

    /** Called by Storm. */
    public ChildSerializer() {}

    /**
     * Returns a configuration with which a component uses this class. It also disables Storm's own
     * watching of the child, which would end this process.
     */
    static Map<String, Object> install(
            Map<String, Object> conf,
            ChildWatch watch,
            Supplier<@Nullable ProcessHandle> process,
            @Nullable ChildPace pace) {
        return install(conf, new Parameters(conf, watch, process, pace));
    }

    private static Map<String, Object> install(Map<String, Object> conf, Parameters parameters) {
        Map<String, Object> installed = new HashMap<>(conf);
        installed.put(Config.TOPOLOGY_MULTILANG_SERIALIZER, ChildSerializer.class.getName());
        installed.put(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS, NEVER_SECS);
        installed.put(PARAMETERS, parameters);
        return installed;
    }

    @Override
    public void initialize(OutputStream processIn, InputStream processOut) {
        toChild = processIn;
        fromChild = processOut;
    }

    @Override
    public Number connect(Map<String, Object> conf, TopologyContext context)
            throws IOException, NoOutputException {
        if (!(conf.get(PARAMETERS) instanceof Parameters parameters)) {
            throw new IllegalStateException(
                    "component '"
                            + context.getThisComponentId()
                            + "' did not pass its whole configuration on to ShellBolt or"
                            + " ShellSpout; pass on the map that it was given, or a full copy");
        }
        pace = parameters.pace();
        ChildWatch childWatch = parameters.watch();
        watch = childWatch;
        ProcessHandle process = parameters.process().get();
        if (process != null) {
            childWatch.onStarted(process);
        }
        serializer = createSerializer(parameters.conf(), context.getThisComponentId());
        serializer.initialize(toChild, fromChild);
        Number pid = connect(serializer, parameters.conf(), context);
        childWatch.onConnected(pid);
        return pid;
    }

    /** Connects to the child. Notifies the pace if the child ends before it has answered. */
    private Number connect(
            ISerializer connecting, Map<String, Object> conf, TopologyContext context)
            throws IOException, NoOutputException {
        try {
            return connecting.connect(conf, context);
        } catch (IOException | NoOutputException e) {
            if (pace != null) {
                pace.onOutputEnded();
            }
            throw e;
        }
    }

    private static ISerializer createSerializer(Map<String, Object> conf, String componentId) {
        String name = String.valueOf(conf.get(Config.TOPOLOGY_MULTILANG_SERIALIZER));
        if (name.equals(JsonSerializer.class.getName())) {
            return new JsonMessages();
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(name, true, loader)
                    .asSubclass(ISerializer.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "component '"
                            + componentId
                            + "': "
                            + Config.TOPOLOGY_MULTILANG_SERIALIZER
                            + " is "
                            + name
                            + ", which can't be instantiated; name a class that implements "
                            + ISerializer.class.getName()
                            + " and has a constructor without parameters",
                    e);
        }
    }

    private ISerializer connectedSerializer() {
        if (serializer == null) {
            throw new IllegalStateException("connect has not been called");
        }
        return serializer;
    }

    /** Called by the thread that writes. */
    @Override
    public void writeBoltMsg(BoltMsg message) throws IOException {
        boolean markDue = false;
        if (pace != null) {
            if (pace.hasOutputEnded()) {
                return; // the reading thread reports the reason in more detail
            }
            if (ShellBolt.HEARTBEAT_STREAM_ID.equals(message.getStream())) {
                pace.onHeartbeat();
            } else {
                markDue = pace.onTuple();
            }
        }
        try {
            connectedSerializer().writeBoltMsg(message);
            if (markDue && pace != null) {
                // Called before the write, as the answer may arrive before the write returns.
                pace.onHeartbeat();
                connectedSerializer().writeBoltMsg(newMark());
            }
        } catch (IOException e) {
            throwUnlessEnding(e);
        }
    }

    /**
     * Throws the exception unless the child is ending: a child that ends closes its pipe, and the
     * reading thread reports the reason in more detail.
     */
    private void throwUnlessEnding(IOException e) throws IOException {
        if (pace == null || !(pace.isClosing() || hasEndedWithin(MAX_WAIT_FOR_END_MS))) {
            throw e;
        }
    }

    /** Returns whether the child's process has ended, or ends within that time. */
    private boolean hasEndedWithin(long limitMs) {
        ProcessHandle child = watch == null ? null : watch.process();
        if (child == null) {
            return true;
        }
        try {
            child.onExit().get(limitMs, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Returns a heartbeat like those of {@code ShellBolt}. */
    private static BoltMsg newMark() {
        BoltMsg mark = new BoltMsg();
        mark.setId("");
        mark.setTask(Constants.SYSTEM_TASK_ID);
        mark.setStream(ShellBolt.HEARTBEAT_STREAM_ID);
        mark.setTuple(new ArrayList<>());
        return mark;
    }

    @Override
    public void writeSpoutMsg(SpoutMsg message) throws IOException {
        connectedSerializer().writeSpoutMsg(message);
    }

    @Override
    public void writeTaskIds(List<Integer> taskIds) throws IOException {
        try {
            connectedSerializer().writeTaskIds(taskIds);
        } catch (IOException e) {
            throwUnlessEnding(e);
        }
    }

    /** Called by the thread that reads. */
    @Override
    public ShellMsg readShellMsg() throws IOException, NoOutputException {
        if (pace == null) {
            ShellMsg message = connectedSerializer().readShellMsg();
            onMessage();
            return message;
        }
        if (pace.hasOutputEnded()) {
            return awaitClosing(pace);
        }
        try {
            ShellMsg message = connectedSerializer().readShellMsg();
            onMessage();
            if ("sync".equals(message.getCommand())) {
                pace.onHeartbeatAnswered();
            }
            return message;
        } catch (IOException | NoOutputException | RuntimeException | Error e) {
            if (pace.isClosing()) {
                return awaitClosing(pace);
            }
            pace.onOutputEnded();
            throw e;
        }
    }

    private void onMessage() {
        if (watch != null) {
            watch.onMessage();
        }
    }

    /**
     * Waits until the child is being stopped, and returns a message without effect: {@code
     * ShellBolt} continues to read after the end of its child, and would report the end again and
     * again.
     */
    private static ShellMsg awaitClosing(ChildPace pace) {
        try {
            pace.awaitClosing();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ShellMsg sync = new ShellMsg();
        sync.setCommand("sync");
        return sync;
    }
}
