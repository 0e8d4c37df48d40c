package io.eyewall.console.watch;

import io.eyewall.console.memory.HistoryFile;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.web.EventStreams;
import io.eyewall.web.ServerEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One topology that the console polls, by one thread at a time; other threads may run actions on it
 * meanwhile.
 */
public final class PolledTopology {
    private static final Logger LOG = LoggerFactory.getLogger(PolledTopology.class);

    /** Polls may take one part in this many of a processor's time; slower polls become rarer. */
    private static final int SHARE_DIVISOR = 5;

    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(30);

    /** The first polls are slow because the JVM is cold; they cause no pause. */
    private static final int FIRST_POLLS = 5;

    /**
     * Long reports that change only every few seconds are read by every third poll, or by each
     * while no page is open.
     */
    private static final int REPORTS_EVERY = 3;

    private final String key;
    private final TopologyViewState picture;
    private final EventStreams streams;
    private final AtomicBoolean polling = new AtomicBoolean();
    private final AtomicBoolean acting = new AtomicBoolean();
    private final TopologyCaches shelves;
    private final RunningTopology topology;
    private volatile long pauseUntilNs = System.nanoTime();
    private volatile boolean over;
    private volatile boolean isNew = true;

    // Accessed only by the thread that has set polling.
    private final LogReader log;
    private final TraceReader tracing;
    private final ModelReader model;
    private final HistoryFile history;
    private Map<Integer, Long> errorCounts = Map.of();
    private long polls;
    private boolean wasOver;

    PolledTopology(
            String key,
            String name,
            RunningTopology topology,
            LogReader log,
            ModelReader model,
            TopologyCaches shelves,
            HistoryFile history,
            EventsOf streams) {
        this.key = key;
        this.topology = topology;
        this.log = log;
        this.model = model;
        this.shelves = shelves;
        this.tracing = new TraceReader(shelves.traces(), System::nanoTime);
        this.history = history;
        this.picture = new TopologyViewState(key, name, history.read(System.currentTimeMillis()));
        this.streams = streams.of(picture);
    }

    /** Creates the event streams of a picture. */
    interface EventsOf {
        EventStreams of(TopologyViewState picture);
    }

    /** Returns the key, unique in this console. */
    public String key() {
        return key;
    }

    /** Returns the topology itself. */
    public RunningTopology topology() {
        return topology;
    }

    TopologyViewState picture() {
        return picture;
    }

    EventStreams streams() {
        return streams;
    }

    /**
     * Reserves the next poll if it is due; if true, the caller must call {@link #poll} or {@link
     * #notBegun}.
     */
    boolean tryBegin() {
        return !over && System.nanoTime() - pauseUntilNs >= 0 && polling.compareAndSet(false, true);
    }

    /** Returns whether it has no rates yet, which takes two polls. */
    boolean isNew() {
        return isNew;
    }

    /** Releases the reservation when no thread can poll. */
    void notBegun() {
        polling.set(false);
    }

    /**
     * Polls the topology and publishes the changes; after {@link #tryBegin}. May wait.
     *
     * @param page whether some page is open, of this or another topology
     */
    void poll(boolean page) {
        long beginNs = PredictionBudget.cpuNs();
        try {
            PollResult answers = read(topology, page);
            publish(picture.update(answers));
            history.add(picture.latest());
            if (streams.clients() > 0) { // the log is read only while a page shows it
                publish(picture.onLog(log.read(topology, answers.sample().plan().id())));
            }
            if (tracing.poll(topology::traces, picture.perSec())) {
                publish(List.of(shelves.traces().event()));
            }
        } catch (RuntimeException e) { // a process that has ended or does not answer
            onSilence(String.valueOf(e.getMessage()));
        } catch (Error e) { // an exhausted heap or no thread: the next poll may succeed
            LOG.warn("the console could not poll topology {}; it tries again", key, e);
            onSilence(e.toString());
        } finally {
            if (polls > FIRST_POLLS) {
                long pauseNs = (PredictionBudget.cpuNs() - beginNs) * (SHARE_DIVISOR - 1);
                pauseUntilNs = System.nanoTime() + Math.min(LONGEST_PAUSE_NS, pauseNs);
            }
            polling.set(false);
        }
    }

    private void onSilence(String why) {
        publish(picture.onSilence(System.currentTimeMillis(), why));
    }

    private PollResult read(RunningTopology polledTopology, boolean page) {
        boolean due = polls % REPORTS_EVERY == 0 || !page;
        polls++;
        isNew = polls < 2;
        TopologyStatus status = polledTopology.status();
        boolean isOver = status.isOver();
        if (due || isOver || streams.clients() > 0) {
            errorCounts = polledTopology.errorCounts(); // seldom, as long as no page shows them
        }
        TopologySample sample = TopologySample.of(polledTopology, status, errorCounts);
        over = isOver && wasOver; // one poll after its end shows that all rates are zero
        wasOver = isOver;
        boolean reports = isOver || due;
        return new PollResult(
                sample,
                status == TopologyStatus.FAILED
                        ? polledTopology.failure().map(TopologyFailure::describe).orElse("failed")
                        : null,
                picture.hasNewErrors(sample) ? polledTopology.errors() : null,
                reports ? polledTopology.placement() : null,
                reports ? polledTopology.parallelism() : null,
                reports && !isOver ? polledTopology.snapshots().orElse(null) : null,
                reports && !isOver ? model.add(sample, streams.clients() > 0) : null);
    }

    private void publish(List<ServerEvent> events) {
        events.forEach(streams::publish);
    }

    /** Returns the latest flame graph and the state of its recording. */
    public FlameCache flames() {
        return shelves.flames();
    }

    /** Returns the latest traces. */
    public TraceCache traces() {
        return shelves.traces();
    }

    /** Publishes a change of the flame graph's state. */
    public void onFlame() {
        publish(List.of(shelves.flames().event()));
    }

    /** Adds an event to the time line that polls cannot detect. */
    void onStory(long timeMs, String text) {
        publish(picture.onStory(timeMs, text));
    }

    /**
     * Starts an action unless another one runs; if true, the caller must call {@link #endAction}.
     */
    public boolean tryAct(String what) {
        boolean begins = acting.compareAndSet(false, true);
        if (begins) {
            addEntry(false, what);
        }
        return begins;
    }

    /** Ends the action with its outcome, which may be a refusal. */
    public void endAction(boolean refused, String outcome) {
        acting.set(false);
        addEntry(refused, outcome);
    }

    private void addEntry(boolean bad, String text) {
        publish(picture.onAction(System.currentTimeMillis(), bad, text));
    }
}
