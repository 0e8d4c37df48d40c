package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/** Makes the hand-written system of a kind for a scenario. */
public final class HandwrittenSystems {
    private HandwrittenSystems() {}

    /**
     * Makes it; nothing runs before {@link RunningSystem#start}.
     *
     * @throws IllegalArgumentException if the kind is not hand-written or cannot run the scenario
     */
    public static RunningSystem create(PeerKind kind, Scenario scenario) {
        if (!kind.supports(scenario)) {
            throw new IllegalArgumentException(
                    "system " + kind.id() + " cannot run scenario " + scenario);
        }
        return switch (kind) {
            case LOOP -> loops(scenario);
            case PIPE ->
                    switch (scenario.work()) {
                        case W1 -> WordPipe.create();
                        case W3 -> TextPipe.create();
                    };
            case EXCHANGE -> WordExchange.create();
            case STORM, STORM_TUNED, EYEWALL ->
                    throw new IllegalArgumentException(kind.id() + " is not hand-written");
        };
    }

    private static RunningSystem loops(Scenario scenario) {
        List<Runnable> loops = new ArrayList<>();
        for (int i = 0; i < scenario.parallelism(); i++) {
            loops.add(
                    switch (scenario.work()) {
                        case W1 -> new WordLoop();
                        case W3 -> new TextLoop();
                    });
        }
        return new ThreadSystem("loop", loops);
    }
}
