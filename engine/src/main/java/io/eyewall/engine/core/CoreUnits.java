package io.eyewall.engine.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The units that are placed on one core. Any thread. */
final class CoreUnits {
    private final List<Unit> units = new ArrayList<>();
    private int lastNumber;

    /**
     * Takes in a unit.
     *
     * @param onForeignLoader run if its class loader is not that of the others
     * @return its number
     */
    synchronized int adopt(Unit unit, Runnable onForeignLoader) {
        if (!units.isEmpty() && units.get(0).classLoader() != unit.classLoader()) {
            onForeignLoader.run();
        }
        units.add(unit);
        return ++lastNumber;
    }

    /** Forgets units whose topology is over. */
    synchronized void disown(List<? extends Unit> gone) {
        units.removeAll(new HashSet<>(gone));
    }

    synchronized int count() {
        return units.size();
    }

    /** Those on the stack of the driving thread. For that thread, or while nobody drives. */
    synchronized List<Unit> running() {
        return units.stream().filter(unit -> unit.isHeld(Unit.RUNNING)).toList();
    }
}
