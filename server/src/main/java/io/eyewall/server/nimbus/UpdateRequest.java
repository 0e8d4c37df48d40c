package io.eyewall.server.nimbus;

import io.eyewall.server.store.UpdateNote;
import io.eyewall.topology.TopologyPlan;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The request, in the configuration of a submitted topology, to replace the topology of its name.
 *
 * @param openLate components that are to be opened only when the old version has ended
 * @param moved components whose state is not kept by task
 * @param withoutState whether to begin without the state of the old version's bolts
 * @param limitMs for the new version to be ready
 * @param drainMs for what is under way in the old one
 */
public record UpdateRequest(
        Set<String> openLate, Set<String> moved, boolean withoutState, long limitMs, long drainMs) {
    /** In the configuration; taken out of it by the server. */
    public static final String KEY = "eyewall.update";

    /**
     * Asked for in place of a topology's id, with a name behind it, to be told how the update goes:
     * no name has a colon, so that no id begins so.
     */
    public static final String REPORT = "update:";

    /** The most that {@code limitMs} may be. */
    public static final long MOST_LIMIT_MS = 3_600_000;

    /** The most that {@code drainMs} may be. */
    public static final long MOST_DRAIN_MS = 20_000;

    private static final String OPEN_LATE = "openLate";
    private static final String MOVED = "moved";
    private static final String WITHOUT_STATE = "withoutState";
    private static final String LIMIT = "limitMs";
    private static final String DRAIN = "drainMs";
    private static final Set<String> ALL = Set.of(OPEN_LATE, MOVED, WITHOUT_STATE, LIMIT, DRAIN);
    private static final long USUAL_LIMIT_MS = 60_000;
    private static final long USUAL_DRAIN_MS = 300;

    /** The value of {@link #KEY} that says so. */
    public Map<String, Object> toConf() {
        return Map.of(
                OPEN_LATE, List.copyOf(openLate),
                MOVED, List.copyOf(moved),
                WITHOUT_STATE, withoutState,
                LIMIT, limitMs,
                DRAIN, drainMs);
    }

    /**
     * Takes it out of a configuration.
     *
     * @return null if it is a submission like any other
     * @throws IllegalArgumentException if it can't be understood
     */
    static @Nullable UpdateRequest takenFrom(Map<String, Object> conf) {
        Object value = conf.remove(KEY);
        if (value == null) {
            return null;
        }
        if (!(value instanceof Map<?, ?> given)) {
            throw new IllegalArgumentException(
                    KEY + " is " + value + ", expected an object; use 'eyewall update'");
        }
        Map<String, Object> fields = new HashMap<>();
        given.forEach((key, each) -> fields.put(String.valueOf(key), each));
        Set<String> unknown = new TreeSet<>(fields.keySet());
        unknown.removeAll(ALL);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    KEY + " has " + unknown + ", but may have " + new TreeSet<>(ALL) + " only");
        }
        return new UpdateRequest(
                names(fields, OPEN_LATE),
                names(fields, MOVED),
                Boolean.TRUE.equals(fields.get(WITHOUT_STATE)),
                millis(fields, LIMIT, USUAL_LIMIT_MS, MOST_LIMIT_MS),
                millis(fields, DRAIN, USUAL_DRAIN_MS, MOST_DRAIN_MS));
    }

    private static Set<String> names(Map<String, Object> fields, String field) {
        Object value = fields.getOrDefault(field, List.of());
        if (!(value instanceof Collection<?> names)) {
            throw new IllegalArgumentException(KEY + ": " + field + " is no list: " + value);
        }
        Set<String> components = new TreeSet<>();
        names.forEach(name -> components.add(String.valueOf(name)));
        return components;
    }

    private static long millis(Map<String, Object> fields, String field, long usual, long most) {
        Object value = fields.getOrDefault(field, usual);
        if (!(value instanceof Number number)
                || number.longValue() < 0
                || number.longValue() > most) {
            throw new IllegalArgumentException(
                    "%s: %s is %s, expected 0 to %d ms".formatted(KEY, field, value, most));
        }
        return number.longValue();
    }

    /**
     * Refuses components that the new version has not.
     *
     * @throws IllegalArgumentException names them
     */
    void check(Set<String> components) {
        Set<String> unknown = new TreeSet<>(openLate);
        unknown.addAll(moved);
        unknown.removeAll(components);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "the new version has no component %s; it has %s"
                            .formatted(unknown, new TreeSet<>(components)));
        }
    }

    /**
     * Returns the note for the new version.
     *
     * @param current plan of the old one
     * @param active whether its spouts emit
     */
    UpdateNote note(TopologyPlan current, boolean active) {
        Map<String, List<Integer>> tasks = new HashMap<>();
        current.components().forEach((id, of) -> tasks.put(id, of.taskIds()));
        return new UpdateNote(
                current.id(), active, tasks, openLate, moved, withoutState, limitMs, drainMs);
    }
}
