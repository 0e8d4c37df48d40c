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
 * A request to replace the running topology of the same name. Clients put it into the configuration
 * of the topology that they submit.
 *
 * @param openLate components that are opened only after the old version has ended
 * @param moved components whose state does not belong to task ids
 * @param withoutState whether bolts start without the old version's state
 * @param limitMs milliseconds within which the new version must be ready
 * @param drainMs milliseconds for which pending messages of the old version may complete
 */
public record UpdateRequest(
        Set<String> openLate, Set<String> moved, boolean withoutState, long limitMs, long drainMs) {
    /** The configuration key of the request; the server removes it from the configuration. */
    public static final String KEY = "eyewall.update";

    /**
     * The prefix of a pseudo topology id: a client that asks for the configuration of this prefix
     * followed by a topology's name gets the progress of the update. Names have no colon, so that
     * no real id has this prefix.
     */
    public static final String REPORT = "update:";

    /** The largest {@code limitMs}. */
    public static final long MAX_LIMIT_MS = 3_600_000;

    /** The largest {@code drainMs}. */
    public static final long MAX_DRAIN_MS = 20_000;

    private static final String OPEN_LATE = "openLate";
    private static final String MOVED = "moved";
    private static final String WITHOUT_STATE = "withoutState";
    private static final String LIMIT_MS = "limitMs";
    private static final String DRAIN_MS = "drainMs";
    private static final Set<String> ALL_FIELDS =
            Set.of(OPEN_LATE, MOVED, WITHOUT_STATE, LIMIT_MS, DRAIN_MS);
    private static final long DEFAULT_LIMIT_MS = 60_000;
    private static final long DEFAULT_DRAIN_MS = 300;

    /** Returns the value of {@link #KEY} for this request. */
    public Map<String, Object> toConf() {
        return Map.of(
                OPEN_LATE, List.copyOf(openLate),
                MOVED, List.copyOf(moved),
                WITHOUT_STATE, withoutState,
                LIMIT_MS, limitMs,
                DRAIN_MS, drainMs);
    }

    /**
     * Removes the request from a configuration.
     *
     * @return null if the configuration has no request
     * @throws IllegalArgumentException if the request is malformed
     */
    static @Nullable UpdateRequest removeFrom(Map<String, Object> conf) {
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
        unknown.removeAll(ALL_FIELDS);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    KEY
                            + " has unknown fields "
                            + unknown
                            + ", expected "
                            + new TreeSet<>(ALL_FIELDS));
        }
        return new UpdateRequest(
                componentNames(fields, OPEN_LATE),
                componentNames(fields, MOVED),
                Boolean.TRUE.equals(fields.get(WITHOUT_STATE)),
                millis(fields, LIMIT_MS, DEFAULT_LIMIT_MS, MAX_LIMIT_MS),
                millis(fields, DRAIN_MS, DEFAULT_DRAIN_MS, MAX_DRAIN_MS));
    }

    private static Set<String> componentNames(Map<String, Object> fields, String field) {
        Object value = fields.getOrDefault(field, List.of());
        if (!(value instanceof Collection<?> names)) {
            throw new IllegalArgumentException(KEY + ": " + field + " is not a list: " + value);
        }
        Set<String> components = new TreeSet<>();
        names.forEach(name -> components.add(String.valueOf(name)));
        return components;
    }

    private static long millis(
            Map<String, Object> fields, String field, long defaultMs, long maxMs) {
        Object value = fields.getOrDefault(field, defaultMs);
        if (!(value instanceof Number number)
                || number.longValue() < 0
                || number.longValue() > maxMs) {
            throw new IllegalArgumentException(
                    "%s: %s is %s, expected 0 to %d ms".formatted(KEY, field, value, maxMs));
        }
        return number.longValue();
    }

    /**
     * Refuses names of components that the new version lacks.
     *
     * @throws IllegalArgumentException if there are any; the message has the names
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
     * @param current plan of the old version
     * @param active whether the old version's spouts are active
     */
    UpdateNote note(TopologyPlan current, boolean active) {
        Map<String, List<Integer>> tasks = new HashMap<>();
        current.components().forEach((id, component) -> tasks.put(id, component.taskIds()));
        return new UpdateNote(
                current.id(), active, tasks, openLate, moved, withoutState, limitMs, drainMs);
    }
}
