package io.eyewall.benchmarks.scenario.sink;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.function.Consumer;

/** The count of chains and fans; created and used by one thread. */
public final class TextCounter implements Consumer<String> {
    private final Scoreboard.Cell countedCell = Scoreboard.claim(Role.COUNTED);
    private final Scoreboard.Cell charactersCell = Scoreboard.claim(Role.CHARACTERS);

    /** Counts one text and publishes the count. */
    @Override
    public void accept(String text) {
        charactersCell.add(text.length());
        countedCell.increment();
    }
}
