package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Work;
import io.eyewall.benchmarks.scenario.sink.DigitSorter;
import io.eyewall.benchmarks.scenario.sink.EmailCounter;
import io.eyewall.benchmarks.scenario.sink.EmailWriter;
import io.eyewall.benchmarks.scenario.sink.TimedCounter;
import io.eyewall.benchmarks.scenario.sink.WordCounter;

/** Creates the hand-written system of a kind for a scenario. */
public final class HandwrittenSystems {
    private HandwrittenSystems() {}

    /**
     * Creates a system; nothing runs before {@link RunningSystem#start}.
     *
     * @throws IllegalArgumentException if the kind is not hand-written or cannot run the scenario
     */
    public static RunningSystem create(PeerKind kind, Scenario scenario) {
        if (!kind.supports(scenario)) {
            throw new IllegalArgumentException(
                    "system " + kind.id() + " cannot run scenario " + scenario);
        }
        return switch (kind) {
            case LOOP -> plain(scenario).loops(scenario.parallelism());
            case PIPE -> plain(scenario).pipe();
            case EXCHANGE -> WordExchange.create(WordForm.PLAIN);
            case EXCHANGE_LISTS -> WordExchange.create(WordForm.LIST);
            case EXCHANGE_TUPLES -> WordExchange.create(WordForm.TUPLE);
            case STORM, STORM_DEFAULT, FLINK, JET, EYEWALL, EYEWALL_TRACED, EYEWALL_TRACED_ALL ->
                    throw new IllegalArgumentException(kind.id() + " is not hand-written");
        };
    }

    private static Plain<?> plain(Scenario scenario) {
        Work work = scenario.work();
        int size = work.size();
        return switch (work.shape()) {
            case WORD_COUNT -> new Plain<>(SentenceFeed::new, WordCounter::new);
            case ROLLING_SORT -> new Plain<>(DigitFeed::new, DigitSorter::new);
            case EMAIL -> new Plain<>(EmailFeed::new, EmailCounter::new);
            case PIPELINE -> new Plain<>(() -> new PipelineFeed(scenario), EmailWriter::new);
            case CHAIN ->
                    work.measuresLatency()
                            ? new Plain<>(() -> new PacedFeed(scenario), TimedCounter::new)
                            : new Plain<>(() -> new ChainFeed(work, size), MessageCounter::new);
            case FAN_OUT -> new Plain<>(() -> new ChainFeed(work, 0), () -> new FanOutSink(size));
            case FAN_IN -> new Plain<>(() -> new FanInFeed(work), MessageCounter::new);
            case SPREAD ->
                    throw new IllegalArgumentException(
                            "scenario " + scenario + " has no hand-written system");
        };
    }
}
