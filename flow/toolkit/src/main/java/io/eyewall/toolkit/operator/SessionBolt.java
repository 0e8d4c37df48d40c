package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Groups values into sessions: values of a key that follow each other closely, by event time. The
 * values of a session are emitted when a window marker says that it is complete, or at the end. As
 * in {@link FoldBolt}, tuples are acked then, or as they arrive.
 *
 * @param <I> input values, by key
 * @param <O> output values, one for each input value
 */
public final class SessionBolt<I, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;
    private static final long NOT_QUEUED = Long.MAX_VALUE;

    private final Input<I> input = Input.ofOperator();
    private final Fn.ToLong<I> time;
    private final long gapMs;
    private final InSession<I, O> made;
    private final boolean acksAtOnce;
    private transient Map<Object, KeySessions<I>> sessions;

    /** The keys by the times at which a session of theirs may end; some are out of date. */
    private transient PriorityQueue<Ending<I>> endings;

    /** The keys that have changed since the last snapshot. */
    private transient SavedEntries<KeySessions<I>> saved = new SavedEntries<>(0, false);

    private transient PastSessions pastSessions;

    /** Computes the output value for a value in a session. */
    public interface InSession<I, O> extends Serializable {
        /**
         * Returns the output value.
         *
         * @param value the input value
         * @param begin time of the session's first value
         * @param end time of the session's last value, plus the gap
         */
        O of(I value, long begin, long end);
    }

    /** A value and the tuple that brought it; null: the tuple is acked. */
    private record Element<I>(I value, @Nullable Tuple tuple) {}

    /** The open sessions of a key. */
    private static final class KeySessions<I> extends SavedEntry {
        private final Object key;
        private final List<Session<I>> list = new ArrayList<>();

        /** The least end under which the key is in the queue. */
        private long queuedEnd = NOT_QUEUED;

        private KeySessions(Object key) {
            this.key = key;
        }

        @Override
        protected Object[] content() {
            return new Object[] {key, list.stream().map(Session::saved).toArray()};
        }
    }

    /** A key, and a time before which none of its sessions ends. */
    private record Ending<I>(long end, KeySessions<I> ofKey) {}

    /** A session: its interval of event time, in milliseconds, and its values. */
    private static final class Session<I> {
        private long begin;
        private long end;
        private final List<Element<I>> elements = new ArrayList<>();

        private Session(long begin, long end) {
            this.begin = begin;
            this.end = end;
        }

        private Object saved() {
            return new Object[] {begin, end, elements.stream().map(Element::value).toArray()};
        }

        private boolean overlaps(long otherBegin, long otherEnd) {
            return begin < otherEnd && otherBegin < end;
        }

        private void extendTo(long otherBegin, long otherEnd) {
            begin = Math.min(begin, otherBegin);
            end = Math.max(end, otherEnd);
        }

        @SuppressWarnings("unchecked") // what saved() has returned
        private static <I> Session<I> restored(Object[] saved) {
            Session<I> session = new Session<>((Long) saved[0], (Long) saved[1]);
            for (Object value : (Object[]) saved[2]) {
                session.elements.add(new Element<>((I) value, null));
            }
            return session;
        }
    }

    /**
     * @param time returns the event time of a value
     * @param gapMs values closer than this are in one session
     * @param made computes the output values
     * @param acksAtOnce whether tuples are acked as they arrive
     */
    @SuppressWarnings("NullAway.Init") // prepare sets the fields
    public SessionBolt(Fn.ToLong<I> time, long gapMs, InSession<I, O> made, boolean acksAtOnce) {
        this.time = time;
        this.gapMs = gapMs;
        this.made = made;
        this.acksAtOnce = acksAtOnce;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        sessions = new LinkedHashMap<>();
        endings = new PriorityQueue<>(Comparator.comparingLong(Ending::end));
        saved = new SavedEntries<>(0, snapshots() != null);
        pastSessions = new PastSessions(MessageTimeout.ms(conf));
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    /** Returns whether tuples stay unacked until their session is complete. */
    private boolean holdsTuples() {
        return !acksAtOnce && !saved.isOn();
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        saved.save(out);
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        sessions.clear();
        endings.clear();
        saved.restore(
                in,
                content -> {
                    KeySessions<I> ofKey = new KeySessions<>(content[0]);
                    for (Object each : (Object[]) content[1]) {
                        Session<I> session = Session.restored((Object[]) each);
                        ofKey.list.add(session);
                        queue(ofKey, session.end);
                    }
                    sessions.put(ofKey.key, ofKey);
                    return ofKey;
                });
    }

    /**
     * Adds a value to a session. Sessions of a key never overlap: a value that closes the gap
     * between two sessions joins them.
     */
    @Override
    protected void onTuple(Tuple tuple) {
        runCatching(tuple, () -> addToSession(tuple, time.applyAsLong(input.value(tuple))));
    }

    private void addToSession(Tuple tuple, long timeMs) {
        I value = input.value(tuple);
        PastSessions.PastSession pastSession =
                pastSessions.find(Input.key(tuple), timeMs, timeMs + gapMs);
        if (pastSession != null) {
            emit(value, pastSession.begin(), pastSession.end(), List.of(tuple));
            collector().ack(tuple);
            return;
        }
        KeySessions<I> ofKey = sessions.computeIfAbsent(Input.key(tuple), KeySessions::new);
        saved.onChange(ofKey);
        Session<I> session = sessionAt(ofKey, timeMs, timeMs + gapMs);
        session.elements.add(new Element<>(value, holdsTuples() ? tuple : null));
        queue(ofKey, session.end);
        if (!holdsTuples()) {
            collector().ack(tuple);
        }
    }

    /** Returns the session that comprises an interval: a new one, or the one that it joins. */
    private Session<I> sessionAt(KeySessions<I> ofKey, long begin, long end) {
        @Nullable Session<I> found = null;
        for (int i = ofKey.list.size() - 1; i >= 0; i--) {
            Session<I> session = ofKey.list.get(i);
            if (!session.overlaps(begin, end)) {
                continue;
            }
            if (found == null) {
                found = session;
                found.extendTo(begin, end);
            } else {
                found.extendTo(session.begin, session.end);
                found.elements.addAll(session.elements);
                ofKey.list.remove(i);
            }
        }
        if (found == null) {
            found = new Session<>(begin, end);
            ofKey.list.add(found);
        }
        return found;
    }

    /** Puts a key into the queue, unless it is there under an end that is not later. */
    private void queue(KeySessions<I> ofKey, long end) {
        if (end < ofKey.queuedEnd) {
            ofKey.queuedEnd = end;
            endings.add(new Ending<>(end, ofKey));
        }
    }

    @Override
    protected void onWindow(long number) {
        long nowMs = ProcessingTime.nowMs();
        for (Ending<I> next = endings.peek();
                next != null && next.end() <= number;
                next = endings.peek()) {
            endings.remove();
            KeySessions<I> ofKey = next.ofKey();
            if (next.end() == ofKey.queuedEnd) {
                endSessions(ofKey, number, nowMs);
            }
        }
    }

    /** Ends the sessions of a key that end at {@code number} or before. */
    private void endSessions(KeySessions<I> ofKey, long number, long nowMs) {
        boolean hasEnded =
                ofKey.list.removeIf(
                        session -> session.end <= number && endSession(ofKey.key, session, nowMs));
        ofKey.queuedEnd = NOT_QUEUED;
        if (ofKey.list.isEmpty()) {
            sessions.remove(ofKey.key);
            saved.onRemove(ofKey);
            return;
        }
        if (hasEnded) {
            saved.onChange(ofKey);
        }
        ofKey.list.forEach(session -> queue(ofKey, session.end));
    }

    /** Emits a session and remembers it; returns true, so that it is removed. */
    private boolean endSession(Object key, Session<I> session, long nowMs) {
        if (holdsTuples()) {
            pastSessions.remember(key, session.begin, session.end, nowMs);
        }
        emit(session, List.of());
        return true;
    }

    /**
     * Emits all sessions. With {@code acksAtOnce} it keeps them: acked tuples are never replayed,
     * so if the end is repeated the sessions must be emitted again. With snapshots they come back
     * with the snapshot.
     */
    @Override
    protected void onFinal(List<Tuple> markers) {
        sessions.values().forEach(ofKey -> ofKey.list.forEach(session -> emit(session, markers)));
        if (!acksAtOnce || saved.isOn()) {
            sessions.values().forEach(saved::onRemove);
            sessions.clear();
            endings.clear();
        }
    }

    private void emit(Session<I> session, List<Tuple> markers) {
        for (Element<I> element : session.elements) {
            List<Tuple> anchors = new ArrayList<>(markers);
            Tuple held = element.tuple();
            if (held != null) {
                anchors.add(held);
            }
            emit(element.value(), session.begin, session.end, anchors);
            if (held != null) {
                collector().ack(held);
            }
        }
    }

    private void emit(I value, long begin, long end, List<Tuple> anchors) {
        emitResults(
                anchors,
                () -> value,
                (EachBolt.Out<O> out) -> out.accept(made.of(value, begin, end)));
    }
}
