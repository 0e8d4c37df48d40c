package io.eyewall.benchmarks.scenario.sink;

import io.eyewall.benchmarks.scenario.RollingSort;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.function.Consumer;

/** The sort of the rolling sort; created and used by one thread. */
public final class DigitSorter implements Consumer<String> {
    private final RollingSort window = new RollingSort();
    private final SortTimer timer = new SortTimer(window);
    private final Scoreboard.Cell countedCell = Scoreboard.claim(Role.COUNTED);
    private final Scoreboard.Cell charactersCell = Scoreboard.claim(Role.CHARACTERS);

    /** Registers its window. */
    public DigitSorter() {
        Scoreboard.registerWindow(window);
    }

    /** Adds one text and publishes the count. */
    @Override
    public void accept(String text) {
        window.add(text);
        charactersCell.add(text.length());
        timer.onText();
        countedCell.increment();
    }
}
