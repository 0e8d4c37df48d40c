package io.eyewall.toolkit.state;

import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * The states that a task declares, each of which has a content for each key. They are in memory; if
 * the topology takes snapshots, what has changed is saved with each, and a failure takes the states
 * back to the last one. What they contain must be serializable as tuples' values are.
 *
 * <p>A state belongs to a name: a later version of the topology may declare further states, in any
 * order, but must declare those of the snapshot, and as the same kind. Used by the task's thread.
 */
public final class KeyedStates {
    /** The table of names; those of the states follow. */
    private static final int NAMES_TABLE = 0;

    private final String owner;
    private final boolean isSaved;
    private final List<KeyedState> states = new ArrayList<>();
    private boolean areNamesSaved;
    private boolean isSealed;
    private @Nullable Object key;

    /**
     * @param owner component and task, for messages
     * @param isSaved whether the topology takes snapshots
     */
    public KeyedStates(String owner, boolean isSaved) {
        this.owner = owner;
        this.isSaved = isSaved;
    }

    /** Returns the states of a task. */
    public static KeyedStates of(TopologyContext context, boolean isSaved) {
        return new KeyedStates(
                "'" + context.getThisComponentId() + "' task " + context.getThisTaskId(), isSaved);
    }

    // ---- declarations --------------------------------------------------------------------------

    /** Declares a state with one value for each key. */
    public <V> ValueState<V> value(String name) {
        return declare(new ValueState<>(this, name, KeyedState.FOREVER));
    }

    /**
     * Declares a state with one value for each key, which is forgotten when it was not set for a
     * time.
     *
     * @param timeToLive at least 1 ms of processing time
     */
    public <V> ValueState<V> value(String name, Duration timeToLive) {
        return declare(new ValueState<>(this, name, millis(name, timeToLive)));
    }

    /** Declares a state with one value for each key, which is saved in a form of its own. */
    public <V> ValueState<V> value(String name, SavedForm<V> form) {
        return declare(new ValueState<>(this, name, form));
    }

    /** Declares a state with a list for each key. */
    public <V> ListState<V> list(String name) {
        return declare(new ListState<>(this, name, KeyedState.FOREVER));
    }

    /**
     * Declares a state with a list for each key, which is forgotten when it was not changed for a
     * time.
     *
     * @param timeToLive at least 1 ms of processing time
     */
    public <V> ListState<V> list(String name, Duration timeToLive) {
        return declare(new ListState<>(this, name, millis(name, timeToLive)));
    }

    /** Declares a state with a map for each key. Each of its entries is saved by itself. */
    public <M, V> MapState<M, V> map(String name) {
        return declare(new MapState<>(this, name, KeyedState.FOREVER));
    }

    /**
     * Declares a state with a map for each key, of which an entry is forgotten when it was not put
     * for a time.
     *
     * @param timeToLive at least 1 ms of processing time
     */
    public <M, V> MapState<M, V> map(String name, Duration timeToLive) {
        return declare(new MapState<>(this, name, millis(name, timeToLive)));
    }

    private <S extends KeyedState> S declare(S state) {
        if (isSealed) {
            throw new IllegalStateException(
                    owner
                            + ": state '"
                            + state.name()
                            + "' is declared after the task was prepared");
        }
        if (states.stream().anyMatch(each -> each.name().equals(state.name()))) {
            throw new IllegalStateException(
                    owner + ": two states have the name '" + state.name() + "'");
        }
        if (states.size() == StateWriter.MAX_TABLE) {
            throw new IllegalStateException(
                    owner + ": more than " + StateWriter.MAX_TABLE + " states");
        }
        states.add(state);
        return state;
    }

    private static long millis(String name, Duration timeToLive) {
        if (timeToLive.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "state '"
                            + name
                            + "': the time to live is "
                            + timeToLive
                            + "; expected at least a millisecond");
        }
        return timeToLive.toMillis();
    }

    /** Ends the declarations: a state that were declared later would lack what snapshots have. */
    public void seal() {
        isSealed = true;
    }

    boolean isSaved() {
        return isSaved;
    }

    // ---- the current key -----------------------------------------------------------------------

    /** Sets the key whose contents the states have from now on, and forgets what is too old. */
    public void setKey(@Nullable Object currentKey) {
        key = currentKey;
        for (KeyedState state : states) {
            if (state.timeToLiveMs() != KeyedState.FOREVER) {
                state.expire(ProcessingTime.nowMs());
            }
        }
    }

    @Nullable Object key() {
        return key;
    }

    // ---- snapshots -----------------------------------------------------------------------------

    /** Saves what has changed since the last snapshot. */
    public void save(StateWriter out) {
        if (!areNamesSaved) {
            areNamesSaved = true;
            for (KeyedState state : states) {
                out.put(NAMES_TABLE, state.table(), state.name(), state.kind());
            }
        }
        states.forEach(state -> state.save(out));
    }

    /**
     * Puts the states into what a snapshot has, or empties them if there is none.
     *
     * @throws IllegalStateException if the snapshot has a state that is not declared, or of another
     *     kind
     */
    public void restore(StateReader in) {
        Map<String, KeyedState> byName = new TreeMap<>();
        states.forEach(state -> byName.put(state.name(), state));
        boolean[] tables = new boolean[StateWriter.MAX_TABLE + 1];
        in.forEach(
                NAMES_TABLE,
                (table, content) -> {
                    String name = String.valueOf(content[0]);
                    KeyedState state = byName.remove(name);
                    if (state == null || !state.kind().equals(content[1])) {
                        throw new IllegalStateException(
                                owner
                                        + ": the snapshot has a state '"
                                        + name
                                        + "' of kind "
                                        + content[1]
                                        + ", which is "
                                        + (state == null
                                                ? "not declared"
                                                : "declared as " + state.kind())
                                        + ": declare it as it was, or begin without state in"
                                        + " another folder");
                    }
                    state.setTable((int) table);
                    tables[(int) table] = true;
                });
        int free = 1;
        for (KeyedState added : byName.values()) {
            while (tables[free]) {
                free++;
            }
            added.setTable(free++);
        }
        areNamesSaved = byName.isEmpty();
        states.forEach(state -> state.restore(in));
    }
}
