package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.time.ProcessingTime;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

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

    private final Input<I> input = Input.ofOperator();
    private final Fn.ToLong<I> time;
    private final long gapMs;
    private final InSession<I, O> made;
    private final boolean acksAtOnce;
    private transient Map<Object, List<Session<I>>> sessions;
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

    /** A value and the tuple that brought it. */
    private record Element<I>(I value, Tuple tuple) {}

    /** A session: its interval of event time, in milliseconds, and its values. */
    private static final class Session<I> {
        private long begin;
        private long end;
        private final List<Element<I>> elements = new ArrayList<>();

        private Session(long begin, long end) {
            this.begin = begin;
            this.end = end;
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
        pastSessions = new PastSessions(MessageTimeout.ms(conf));
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
        List<Session<I>> sessionsOfKey =
                sessions.computeIfAbsent(Input.key(tuple), absent -> new ArrayList<>());
        Session<I> joined = new Session<>(timeMs, timeMs + gapMs);
        for (int i = sessionsOfKey.size() - 1; i >= 0; i--) {
            Session<I> session = sessionsOfKey.get(i);
            if (session.begin < joined.end && joined.begin < session.end) {
                joined.begin = Math.min(joined.begin, session.begin);
                joined.end = Math.max(joined.end, session.end);
                joined.elements.addAll(0, session.elements);
                sessionsOfKey.remove(i);
            }
        }
        joined.elements.add(new Element<>(value, tuple));
        sessionsOfKey.add(joined);
        if (acksAtOnce) {
            collector().ack(tuple);
        }
    }

    @Override
    protected void onWindow(long number) {
        long nowMs = ProcessingTime.nowMs();
        sessions.entrySet()
                .removeIf(
                        each -> {
                            List<Session<I>> sessionsOfKey = each.getValue();
                            sessionsOfKey.removeIf(
                                    session ->
                                            session.end <= number
                                                    && endSession(each.getKey(), session, nowMs));
                            return sessionsOfKey.isEmpty();
                        });
    }

    /** Emits a session and remembers it; returns true, so that it is removed. */
    private boolean endSession(Object key, Session<I> session, long nowMs) {
        if (!acksAtOnce) {
            pastSessions.remember(key, session.begin, session.end, nowMs);
        }
        emit(session, List.of());
        return true;
    }

    /**
     * Emits all sessions. With {@code acksAtOnce} it keeps them: acked tuples are never replayed,
     * so if the end is repeated the sessions must be emitted again.
     */
    @Override
    protected void onFinal(List<Tuple> markers) {
        sessions.values()
                .forEach(sessionsOfKey -> sessionsOfKey.forEach(session -> emit(session, markers)));
        if (!acksAtOnce) {
            sessions.clear();
        }
    }

    private void emit(Session<I> session, List<Tuple> markers) {
        for (Element<I> element : session.elements) {
            List<Tuple> anchors = new ArrayList<>(markers);
            if (!acksAtOnce) {
                anchors.add(element.tuple());
            }
            emit(element.value(), session.begin, session.end, anchors);
            if (!acksAtOnce) {
                collector().ack(element.tuple());
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
