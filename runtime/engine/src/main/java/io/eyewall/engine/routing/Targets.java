package io.eyewall.engine.routing;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * The tasks of a component, with the core of each task, from which senders determine the near ones.
 * Shared by all senders, so that the positions of, for example, ten thousand tasks are determined
 * only once per core and move. Any thread may call its methods.
 */
final class Targets {
    private final Endpoint[] endpoints;
    private final AtomicReferenceArray<View> views;

    /**
     * The position of the tasks relative to one core. If all tasks belong to dedicated executors,
     * all count as near.
     *
     * @param version the layout version that the view was made from
     * @param nearIndexes indexes of the tasks that are near, ascending
     * @param otherCores the cores that run the other tasks
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record View(long version, int[] nearIndexes, Core[] otherCores) {}

    /**
     * @param endpoints the tasks in ascending order, at least one
     */
    Targets(Endpoint[] endpoints) {
        this.endpoints = endpoints;
        this.views = new AtomicReferenceArray<>(endpoints[0].core().coreCount());
    }

    /** Returns the tasks; must not be modified. */
    Endpoint[] endpoints() {
        return endpoints;
    }

    /**
     * Returns the index of the first task on a core at or, wrapping around, after an index; -1 if
     * the core has none.
     */
    int nextIndexOn(Core core, int from) {
        int[] nearIndexes = view(core).nearIndexes();
        if (nearIndexes.length == 0) {
            return -1;
        }
        int position = Arrays.binarySearch(nearIndexes, from);
        int next = position < 0 ? -position - 1 : position;
        return nearIndexes[next == nearIndexes.length ? 0 : next];
    }

    /** Returns the number of tasks on a core. */
    int countOn(Core core) {
        return view(core).nearIndexes().length;
    }

    /**
     * Returns the cores that run the tasks which are not on the given one; must not be modified.
     */
    Core[] otherCores(Core core) {
        return view(core).otherCores();
    }

    /** Returns whether any task is on a core other than the given one. */
    boolean isAnyTaskElsewhere(Core core) {
        return view(core).otherCores().length > 0;
    }

    /** Returns whether a core other than the given one runs a task and is not busy. */
    boolean isOtherCoreIdle(Core core) {
        for (Core other : view(core).otherCores()) {
            if (!other.isBusySeenFromOutside()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the view of a core, and creates it if it is outdated. If two threads create it at the
     * same time either may win: both views are correct.
     */
    private View view(Core core) {
        long version = core.layoutVersion(); // read before the tasks' cores
        View view = views.get(core.index());
        if (view == null || view.version() != version) {
            view = createView(core, version);
            views.set(core.index(), view);
        }
        return view;
    }

    private View createView(Core core, long version) {
        IntStream all = IntStream.range(0, endpoints.length);
        if (Arrays.stream(endpoints).allMatch(Endpoint::isDedicated)) {
            return new View(version, all.toArray(), new Core[0]);
        }
        int[] nearIndexes = all.filter(i -> endpoints[i].core() == core).toArray();
        Core[] otherCores =
                Arrays.stream(endpoints)
                        .map(Endpoint::core)
                        .filter(other -> other != core)
                        .distinct()
                        .toArray(Core[]::new);
        return new View(version, nearIndexes, otherCores);
    }
}
