package io.eyewall.toolkit;

import io.eyewall.toolkit.punctuation.FinalMarker;
import io.eyewall.toolkit.punctuation.Punctuation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Emits numbers from 0, which its tasks share in turn, a window marker after a number of messages
 * of each task, and the end marker after the last. Failed numbers are emitted again.
 */
public final class NumberSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final int count;
    private final int window;
    private final long replayAfterMs;

    private transient @Nullable SpoutOutputCollector collector;
    private transient @Nullable FinalMarker end;
    private transient Set<Integer> pending = new HashSet<>();
    private transient Deque<Failed> failed = new ArrayDeque<>();
    private transient int next;
    private transient int step;
    private transient int emitted;

    /** A failed number, and the time at which it is emitted again. */
    private record Failed(int number, long dueMs) {}

    /**
     * Creates a spout that emits failed numbers again at once.
     *
     * @param window numbers per window of a task; 0: no window markers
     */
    public NumberSpout(int count, int window) {
        this(count, window, 0);
    }

    /**
     * Creates a spout.
     *
     * @param replayAfterMs delay after which a failed number is emitted again
     */
    public NumberSpout(int count, int window, long replayAfterMs) {
        this.count = count;
        this.window = window;
        this.replayAfterMs = replayAfterMs;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
        end = new FinalMarker(context, output);
        pending = new HashSet<>();
        failed = new ArrayDeque<>();
        next = context.getThisTaskIndex();
        step = context.getComponentTasks(context.getThisComponentId()).size();
    }

    private FinalMarker end() {
        return Objects.requireNonNull(end, "not open");
    }

    @Override
    public void nextTuple() {
        Failed again = failed.peek();
        if (again != null && Time.currentTimeMillis() >= again.dueMs()) {
            failed.remove();
            emit(again.number());
        } else if (next < count) {
            emit(next);
            next += step;
            emitted++;
            if (window > 0 && emitted % window == 0) {
                Punctuation.endWindow(Objects.requireNonNull(collector), emitted / window);
            }
        } else {
            end().onNothingLeft();
        }
    }

    private void emit(int number) {
        pending.add(number);
        end().onEmit();
        end().setPending(pending.size());
        Objects.requireNonNull(collector).emit(new Values(number), number);
    }

    @Override
    public void ack(Object messageId) {
        if (!end().handlesAck(messageId)) {
            pending.remove(messageId);
            end().setPending(pending.size());
        }
    }

    @Override
    public void fail(Object messageId) {
        if (!end().handlesFail(messageId)) {
            failed.add(new Failed((Integer) messageId, Time.currentTimeMillis() + replayAfterMs));
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number"));
        Punctuation.declare(declarer);
    }
}
