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
 * Stands between Storm's shell components and the serializer that the topology chose: where all
 * messages pass, the child's pace can be kept. Made by Storm from the name of this class, which
 * {@link #install} puts into the configuration; that is all that the component sees of it.
 *
 * <p>The real serializer comes from the topology's class loader. Storm would look for it in its
 * own, which does not have the application's classes where they are in a jar apart.
 */
public final class ChildSerializer implements ISerializer {
    private static final long serialVersionUID = 1L;

    /** Under which the configuration holds what the component must not see. */
    private static final String HANDED_OVER = "eyewall.shell.handed.over";

    private static final long LAST_BREATH_MS = 1000;

    /** Long enough for Storm never to act; in milliseconds still an int. */
    private static final int NEVER_SECS = 1_000_000;

    /**
     * What the serializer needs and can't be given otherwise.
     *
     * @param conf as it should arrive at the child
     * @param watch of the child
     * @param process finds the child's process, or null
     * @param pace of a bolt's child; a spout's needs none: it is asked and answers in turns
     */
    private record HandedOver(
            Map<String, Object> conf,
            ChildWatch watch,
            Supplier<@Nullable ProcessHandle> process,
            @Nullable ChildPace pace) {}

    private transient @Nullable OutputStream toChild;
    private transient @Nullable InputStream fromChild;
    private transient @Nullable ISerializer serializer;
    private transient @Nullable ChildPace pace;
    private transient @Nullable ChildWatch watch;

    /** For Storm. */
    public ChildSerializer() {}

    /**
     * A configuration with which a component uses this class, and with which Storm's own watching
     * of the child, which would end this process, has nothing to say.
     */
    static Map<String, Object> install(
            Map<String, Object> conf,
            ChildWatch watch,
            Supplier<@Nullable ProcessHandle> process,
            @Nullable ChildPace pace) {
        return install(conf, new HandedOver(conf, watch, process, pace));
    }

    private static Map<String, Object> install(Map<String, Object> conf, HandedOver handedOver) {
        Map<String, Object> installed = new HashMap<>(conf);
        installed.put(Config.TOPOLOGY_MULTILANG_SERIALIZER, ChildSerializer.class.getName());
        installed.put(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS, NEVER_SECS);
        installed.put(HANDED_OVER, handedOver);
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
        if (!(conf.get(HANDED_OVER) instanceof HandedOver handedOver)) {
            throw new IllegalStateException(
                    "component '"
                            + context.getThisComponentId()
                            + "' changed the configuration that it was given before it reached"
                            + " ShellBolt or ShellSpout; pass the map on, or a copy of all of it");
        }
        pace = handedOver.pace();
        ChildWatch watching = handedOver.watch();
        watch = watching;
        ProcessHandle process = handedOver.process().get();
        if (process != null) {
            watching.onStarted(process);
        }
        serializer = serializer(handedOver.conf(), context.getThisComponentId());
        serializer.initialize(toChild, fromChild);
        Number pid = connect(serializer, handedOver.conf(), context);
        watching.onConnected(pid);
        return pid;
    }

    /** Says so if the child ends before it has answered. */
    private Number connect(
            ISerializer connecting, Map<String, Object> conf, TopologyContext context)
            throws IOException, NoOutputException {
        try {
            return connecting.connect(conf, context);
        } catch (IOException | NoOutputException e) {
            if (pace != null) {
                pace.onEnd();
            }
            throw e;
        }
    }

    private static ISerializer serializer(Map<String, Object> conf, String componentId) {
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
                            + ", which can't be made; name a class that implements "
                            + ISerializer.class.getName()
                            + " and has a constructor without parameters",
                    e);
        }
    }

    private ISerializer connected() {
        if (serializer == null) {
            throw new IllegalStateException("connect has not been called");
        }
        return serializer;
    }

    /** By the thread that writes. */
    @Override
    public void writeBoltMsg(BoltMsg message) throws IOException {
        boolean markDue = false;
        if (pace != null) {
            if (pace.isEnded()) {
                return; // whoever reads tells better what happened
            }
            if (ShellBolt.HEARTBEAT_STREAM_ID.equals(message.getStream())) {
                pace.onHeartbeat();
            } else {
                markDue = pace.onTuple();
            }
        }
        try {
            connected().writeBoltMsg(message);
            if (markDue && pace != null) {
                pace.onHeartbeat(); // before the write, which the answer may overtake
                connected().writeBoltMsg(mark());
            }
        } catch (IOException e) {
            unlessEnding(e);
        }
    }

    /** A child that ends closes its pipe: whoever reads tells better why it ended. */
    private void unlessEnding(IOException e) throws IOException {
        if (pace == null || !(pace.isClosing() || hasEndedWithin(LAST_BREATH_MS))) {
            throw e;
        }
    }

    /** Whether the child's process has ended, or does so in that time. */
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

    /** A heartbeat as {@code ShellBolt} makes them. */
    private static BoltMsg mark() {
        BoltMsg mark = new BoltMsg();
        mark.setId("");
        mark.setTask(Constants.SYSTEM_TASK_ID);
        mark.setStream(ShellBolt.HEARTBEAT_STREAM_ID);
        mark.setTuple(new ArrayList<>());
        return mark;
    }

    @Override
    public void writeSpoutMsg(SpoutMsg message) throws IOException {
        connected().writeSpoutMsg(message);
    }

    @Override
    public void writeTaskIds(List<Integer> taskIds) throws IOException {
        try {
            connected().writeTaskIds(taskIds);
        } catch (IOException e) {
            unlessEnding(e);
        }
    }

    /** By the thread that reads. */
    @Override
    public ShellMsg readShellMsg() throws IOException, NoOutputException {
        if (pace == null) {
            ShellMsg message = connected().readShellMsg();
            onMessage();
            return message;
        }
        if (pace.isEnded()) {
            return nothing(pace);
        }
        try {
            ShellMsg message = connected().readShellMsg();
            onMessage();
            if ("sync".equals(message.getCommand())) {
                pace.onHeartbeatAnswered();
            }
            return message;
        } catch (IOException | NoOutputException | RuntimeException | Error e) {
            if (pace.isClosing()) {
                return nothing(pace);
            }
            pace.onEnd();
            throw e;
        }
    }

    private void onMessage() {
        if (watch != null) {
            watch.onMessage();
        }
    }

    /**
     * {@code ShellBolt} reads on after the end of its child, and would report the end again and
     * again: it waits here until it is cleaned up, and is told nothing.
     */
    private static ShellMsg nothing(ChildPace pace) {
        try {
            pace.awaitClosing();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ShellMsg nothing = new ShellMsg();
        nothing.setCommand("sync");
        return nothing;
    }
}
