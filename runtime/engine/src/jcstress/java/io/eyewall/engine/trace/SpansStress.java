package io.eyewall.engine.trace;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two cores emit from one traced tuple, and one of them reads the trace meanwhile: no span is lost,
 * none has the number of another, and none is seen without its parent or what is in it.
 */
@JCStressTest
@Outcome(id = "5, 4, 0", expect = ACCEPTABLE, desc = "all are there")
@Outcome(expect = FORBIDDEN, desc = "one is missing, twice, or was seen half made")
@State
public class SpansStress {
    private final TraceBook book =
            new TraceBook(new TraceSettings(1, 1), System::nanoTime, System::currentTimeMillis);
    private final LiveTrace trace = book.beginTrace("spout", 1, null);
    private int halfMade;

    private void emitTwice() {
        LiveSpan parent = trace.root();
        for (int i = 0; i < 2; i++) {
            LiveEmit emit = Objects.requireNonNull(parent.emit("s", "[x]", List.of(2), null));
            parent = Objects.requireNonNull(parent.child(emit, List.of(), "bolt", 2));
        }
    }

    @Actor
    public void one() {
        emitTwice();
    }

    @Actor
    public void other() {
        emitTwice();
        List<TraceSpan> seen = trace.toTrace().spans();
        for (TraceSpan span : seen.subList(1, seen.size())) {
            boolean whole =
                    span.parent() < span.number()
                            && span.component().equals("bolt")
                            && seen.get(span.parent()).emits().size() > span.emit();
            halfMade += whole ? 0 : 1;
        }
    }

    @Arbiter
    public void rest(III_Result r) {
        List<TraceSpan> spans = trace.toTrace().spans();
        r.r1 = (int) spans.stream().mapToInt(TraceSpan::number).distinct().count();
        r.r2 = spans.stream().mapToInt(span -> span.emits().size()).sum();
        r.r3 = halfMade;
    }
}
