package io.eyewall.toolkit.underway;

import io.eyewall.toolkit.punctuation.FinalMarker;
import io.eyewall.toolkit.punctuation.Punctuation;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;

/**
 * Each task emits {@code count} numbers, its own ones, ends a window after each {@code perWindow},
 * and emits again what fails.
 */
@NullUnmarked // fields are set by Storm
final class ReplayingSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final int count;
    private final int perWindow;
    private transient SpoutOutputCollector collector;
    private transient FinalMarker end;
    private transient Queue<Integer> failed;
    private transient Set<Object> pending;
    private transient int first;
    private transient int emitted;

    ReplayingSpout(int count, int perWindow) {
        this.count = count;
        this.perWindow = perWindow;
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
        end = new FinalMarker(context, output);
        failed = new ArrayDeque<>();
        pending = new HashSet<>();
        first = context.getThisTaskIndex() * count;
    }

    @Override
    public void nextTuple() {
        Integer again = failed.poll();
        if (again != null) {
            emit(again);
        } else if (emitted < count) {
            emit(first + emitted++);
            if (emitted % perWindow == 0) {
                Punctuation.endWindow(collector, emitted / perWindow);
            }
        } else {
            end.atEnd();
        }
    }

    private void emit(int number) {
        pending.add(number); // before the emit: without ackers it calls ack
        end.emitted();
        end.pending(pending.size());
        collector.emit(new Values(number), number);
    }

    @Override
    public void ack(Object id) {
        if (!end.isAcked(id)) {
            pending.remove(id);
            end.pending(pending.size());
        }
    }

    @Override
    public void fail(Object id) {
        if (!end.isFailed(id)) {
            failed.add((Integer) id);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number"));
        Punctuation.declare(declarer);
    }
}
