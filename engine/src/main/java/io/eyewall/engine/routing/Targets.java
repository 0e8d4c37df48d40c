package io.eyewall.engine.routing;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * The tasks of a component as those who send to them see them. Shared by all that do, so that what
 * a core has to know of ten thousand tasks is found out once per core and move.
 */
final class Targets {
    private final Endpoint[] endpoints;
    private final AtomicReferenceArray<View> views;

    /**
     * How the tasks lie for one core. Where all have threads of their own they are as near as one
     * another.
     *
     * @param version the layout that it was made from
     * @param local indexes of the tasks that are near, ascending
     * @param others the cores that run the other tasks
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    private record View(long version, int[] local, Core[] others) {}

    /**
     * @param endpoints the tasks in ascending order, at least one
     */
    Targets(Endpoint[] endpoints) {
        this.endpoints = endpoints;
        this.views = new AtomicReferenceArray<>(endpoints[0].core().coreCount());
    }

    /** The tasks themselves; not to be changed. */
    Endpoint[] endpoints() {
        return endpoints;
    }

    /** The first task on a core at an index or, counted around, after it; -1 if there is none. */
    int nextOn(Core core, int from) {
        int[] local = view(core).local();
        if (local.length == 0) {
            return -1;
        }
        int at = Arrays.binarySearch(local, from);
        int next = at < 0 ? -at - 1 : at;
        return local[next == local.length ? 0 : next];
    }

    /** How many tasks are on a core. */
    int countOn(Core core) {
        return view(core).local().length;
    }

    /** The cores that run the tasks which are not on the given one; not to be changed. */
    Core[] coresBut(Core core) {
        return view(core).others();
    }

    /** Whether a task is on another core than the given one. */
    boolean anyNotOn(Core core) {
        return view(core).others().length > 0;
    }

    /** Whether another core than the given one runs a task and has nothing to do. */
    boolean anyIdleBut(Core core) {
        for (Core other : view(core).others()) {
            if (!other.isBusySeenFromOutside()) {
                return true;
            }
        }
        return false;
    }

    /** Of two threads that make one at the same time either may win: both are right. */
    private View view(Core core) {
        long version = core.layoutVersion(); // before the look at the tasks
        View view = views.get(core.index());
        if (view == null || view.version() != version) {
            view = look(core, version);
            views.set(core.index(), view);
        }
        return view;
    }

    private View look(Core core, long version) {
        IntStream all = IntStream.range(0, endpoints.length);
        if (Arrays.stream(endpoints).allMatch(Endpoint::isDedicated)) {
            return new View(version, all.toArray(), new Core[0]);
        }
        int[] local = all.filter(i -> endpoints[i].core() == core).toArray();
        Core[] others =
                Arrays.stream(endpoints)
                        .map(Endpoint::core)
                        .filter(other -> other != core)
                        .distinct()
                        .toArray(Core[]::new);
        return new View(version, local, others);
    }
}
