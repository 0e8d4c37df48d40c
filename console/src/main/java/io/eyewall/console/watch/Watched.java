package io.eyewall.console.watch;

import io.eyewall.console.memory.HistoryFile;
import io.eyewall.console.model.Sample;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.web.EventStreams;
import io.eyewall.web.ServerEvent;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One topology that is looked at, again and again, by one thread at a time; others may do something
 * with it meanwhile.
 */
public final class Watched {
    private static final Logger LOG = LoggerFactory.getLogger(Watched.class);

    /**
     * Looks may take one part in so many of a processor's time; if they take more they are rarer.
     */
    private static final int MOST_SHARE = 5;

    private static final long LONGEST_REST_NS = TimeUnit.SECONDS.toNanos(30);

    /** The first looks take long, as everything does at first in a JVM. */
    private static final int FIRST_LOOKS = 5;

    /** What is long, and changes every few seconds only, is asked for with each third look. */
    private static final int REPORTS_EVERY = 3;

    private final String key;
    private final Picture picture;
    private final EventStreams streams;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final AtomicBoolean acting = new AtomicBoolean();
    private final Shelves shelves;
    private final RunningTopology topology;
    private volatile long restUntilNs = System.nanoTime();
    private volatile boolean over;

    // Of whoever has set looking.
    private final LogReader log;
    private final TraceReader tracing;
    private final ModelReader model;
    private final HistoryFile history;
    private long looks;
    private boolean wasOver;

    Watched(
            String key,
            String name,
            RunningTopology topology,
            LogReader log,
            ModelReader model,
            Shelves shelves,
            HistoryFile history,
            EventsOf streams) {
        this.key = key;
        this.topology = topology;
        this.log = log;
        this.model = model;
        this.shelves = shelves;
        this.tracing = new TraceReader(shelves.traces(), System::nanoTime);
        this.history = history;
        this.picture = new Picture(key, name, history.read(System.currentTimeMillis()));
        this.streams = streams.of(picture);
    }

    /** Makes the streams that tell of a picture. */
    interface EventsOf {
        EventStreams of(Picture picture);
    }

    /** Unique in this console. */
    public String key() {
        return key;
    }

    /** The topology itself. */
    public RunningTopology topology() {
        return topology;
    }

    Picture picture() {
        return picture;
    }

    EventStreams streams() {
        return streams;
    }

    /** Whether it should be looked at now; the caller then does, and nobody else until it has. */
    boolean tryBegin() {
        return !over && System.nanoTime() - restUntilNs >= 0 && looking.compareAndSet(false, true);
    }

    /** There is no thread to look. */
    void notBegun() {
        looking.set(false);
    }

    /** Asks, and tells; after {@link #tryBegin}. May wait. */
    void look() {
        long beginNs = PredictionBudget.cpuNs();
        try {
            Answers answers = ask(topology);
            publish(picture.update(answers));
            history.add(picture.latest());
            if (streams.clients() > 0) { // nobody else is asked for what nobody reads
                publish(picture.onLog(log.read(topology, answers.sample().plan().id())));
            }
            if (tracing.look(topology::traces, picture.perSec())) {
                publish(List.of(shelves.traces().event()));
            }
        } catch (RuntimeException e) { // a process that has ended, or that does not answer
            onSilence(String.valueOf(e.getMessage()));
        } catch (Error e) { // an exhausted heap, or no thread: it may be better the next time
            LOG.warn("the console can't look at {}", key, e);
            onSilence(e.toString());
        } finally {
            if (looks > FIRST_LOOKS) {
                long restNs = (PredictionBudget.cpuNs() - beginNs) * (MOST_SHARE - 1);
                restUntilNs = System.nanoTime() + Math.min(LONGEST_REST_NS, restNs);
            }
            looking.set(false);
        }
    }

    private void onSilence(String why) {
        publish(picture.onSilence(System.currentTimeMillis(), why));
    }

    private Answers ask(RunningTopology asked) {
        Sample sample = Sample.of(asked);
        boolean isOver = sample.status().isOver();
        over = isOver && wasOver; // the look after its end says that it does nothing any more
        wasOver = isOver;
        boolean reports = isOver || looks++ % REPORTS_EVERY == 0;
        return new Answers(
                sample,
                sample.status() == TopologyStatus.FAILED
                        ? asked.failure().map(TopologyFailure::describe).orElse("failed")
                        : null,
                picture.hasNewErrors(sample) ? asked.errors() : null,
                reports ? asked.placement() : null,
                reports ? asked.parallelism() : null,
                reports && !isOver ? model.look(sample, streams.clients() > 0) : null);
    }

    private void publish(List<ServerEvent> events) {
        events.forEach(streams::publish);
    }

    /** The last flame graph of it, and the one that is being recorded. */
    public FlameShelf flames() {
        return shelves.flames();
    }

    /** The latest traces of it. */
    public TraceShelf traces() {
        return shelves.traces();
    }

    /** Something about a flame graph is another now. */
    public void onFlame() {
        publish(List.of(shelves.flames().event()));
    }

    /** Something has become of it that can't be seen by looking at it. */
    void onStory(long timeMs, String text) {
        publish(picture.onStory(timeMs, text));
    }

    /** Whether the caller may do something with it now; it then has to call {@link #acted}. */
    public boolean tryAct(String what) {
        boolean begins = acting.compareAndSet(false, true);
        if (begins) {
            say(false, what);
        }
        return begins;
    }

    /** What was wanted is done, or refused. */
    public void acted(boolean refused, String outcome) {
        acting.set(false);
        say(refused, outcome);
    }

    private void say(boolean bad, String text) {
        publish(picture.onAction(System.currentTimeMillis(), bad, text));
    }
}
