package io.eyewall.engine.multilang;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.eyewall.engine.delivery.EngineTuple;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A child dies while an ack of it for one tuple is being read, and the executor takes back another,
 * to give it to the next child: each tuple has one end.
 */
@JCStressTest
@Outcome(id = "(1|10), (1|10)", expect = ACCEPTABLE, desc = "acked or taken back, or failed")
@Outcome(expect = FORBIDDEN, desc = "a tuple has no end, or two")
@State
@NullUnmarked // parts that play no role are null
public class UnfinishedTuplesStress implements IOutputCollector {
    private static final Tuple READ = new EngineTuple(null, List.of(), null, null, null);
    private static final Tuple WRITTEN = new EngineTuple(null, List.of(), null, null, null);
    private static final int FAILED = 10;

    private final UnfinishedTuples unfinished = new UnfinishedTuples(this);

    /** How each tuple ended: acked or taken back once is 1, failed once is 10. */
    private final AtomicIntegerArray ends = new AtomicIntegerArray(2);

    public UnfinishedTuplesStress() {
        unfinished.add(READ);
        unfinished.add(WRITTEN);
    }

    @SuppressWarnings("ReferenceEquality") // that very tuple
    private static int index(Tuple tuple) {
        return tuple == READ ? 0 : 1;
    }

    @Override
    public void ack(Tuple input) {
        ends.addAndGet(index(input), 1);
    }

    @Override
    public void fail(Tuple input) {
        ends.addAndGet(index(input), FAILED);
    }

    @Override
    public List<Integer> emit(String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        throw new AssertionError("nobody emits");
    }

    @Override
    public void emitDirect(
            int taskId, String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        throw new AssertionError("nobody emits");
    }

    @Override
    public void resetTimeout(Tuple input) {
        throw new AssertionError("nobody asks for time");
    }

    @Override
    public void flush() {
        throw new AssertionError("nobody flushes");
    }

    @Override
    public void reportError(Throwable error) {
        throw new AssertionError(error);
    }

    @Actor
    public void others() {
        unfinished.ack(READ);
        if (unfinished.removeIfUnfinished(WRITTEN)) {
            ends.addAndGet(index(WRITTEN), 1);
        }
    }

    @Actor
    public void death() {
        unfinished.failAll();
    }

    @Arbiter
    public void end(II_Result r) {
        r.r1 = ends.get(0);
        r.r2 = ends.get(1);
    }
}
