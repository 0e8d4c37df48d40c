package io.eyewall.benchmarks.scenario.sink;

import io.eyewall.benchmarks.scenario.Timed;
import io.eyewall.benchmarks.scenario.Work;
import java.util.function.Consumer;

/** Creates the sinks of works. */
public final class Sinks {
    private Sinks() {}

    /**
     * Creates one more sink of a work; it accepts words, texts, or {@link Timed} if the work
     * measures latency.
     */
    @SuppressWarnings("unchecked") // a work's sources and sinks agree on what flows
    public static <T> Consumer<T> create(Work work) {
        Consumer<?> sink =
                switch (work.shape()) {
                    case WORD_COUNT -> new WordCounter();
                    case ROLLING_SORT -> new DigitSorter();
                    case EMAIL -> new EmailCounter();
                    case PIPELINE -> new EmailWriter();
                    case CHAIN, FAN_OUT, FAN_IN, SPREAD ->
                            work.measuresLatency() ? new TimedCounter() : new TextCounter();
                };
        return (Consumer<T>) sink;
    }
}
