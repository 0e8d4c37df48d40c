package io.eyewall.toolkit.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyedStatesTest {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);

    /** Snapshots in memory: tables of entries. */
    private static final class Memory implements StateWriter, StateReader {
        private final Map<Integer, TreeMap<Long, @Nullable Object[]>> tables = new HashMap<>();

        @Override
        public void put(int table, long entry, @Nullable Object... content) {
            @Nullable Object[] copy = content.clone();
            for (int i = 0; i < copy.length; i++) {
                copy[i] = copy[i] instanceof List<?> list ? new ArrayList<>(list) : copy[i];
            }
            tables.computeIfAbsent(table, any -> new TreeMap<>()).put(entry, copy);
        }

        @Override
        public void remove(int table, long entry) {
            assertThat(tables.getOrDefault(table, new TreeMap<>()).remove(entry)).isNotNull();
        }

        @Override
        public boolean isInitial() {
            return tables.isEmpty();
        }

        @Override
        public void forEach(int table, Entry action) {
            new TreeMap<>(tables.getOrDefault(table, new TreeMap<>()))
                    .forEach(
                            (entry, content) -> {
                                @Nullable Object[] copy = content.clone();
                                for (int i = 0; i < copy.length; i++) {
                                    copy[i] =
                                            copy[i] instanceof List<?> list
                                                    ? new ArrayList<>(list)
                                                    : copy[i];
                                }
                                action.accept(entry, copy);
                            });
        }
    }

    /** A builder is saved as its text, and a restored one may be changed as the first. */
    @Test
    void savesValuesInTheirForm() {
        SavedForm<StringBuilder> form =
                new SavedForm<>() {
                    @Override
                    public Object saved(StringBuilder value) {
                        return value.toString();
                    }

                    @Override
                    public StringBuilder restored(Object saved) {
                        return new StringBuilder((String) saved);
                    }
                };
        Memory memory = new Memory();
        KeyedStates first = new KeyedStates("'step' task 1", true);
        ValueState<StringBuilder> texts = first.value("texts", form);
        first.restore(memory);
        first.setKey("a");
        texts.set(new StringBuilder("x"));
        first.save(memory);
        KeyedStates second = new KeyedStates("'step' task 1", true);
        ValueState<StringBuilder> restored = second.value("texts", form);
        second.restore(memory);
        second.setKey("a");
        assertThat(restored.get()).isNotNull().hasToString("x");
        second.setKey("b");
        assertThat(restored.get()).isNull();
    }

    /** All states, of which those with a time to live are the second ones. */
    private static final class Declared {
        private final KeyedStates states = new KeyedStates("'step' task 1", true);
        private final ValueState<Integer> value = states.value("value");
        private final ValueState<Integer> mortalValue = states.value("mortal value", TIME_TO_LIVE);
        private final ListState<Integer> list = states.list("list");
        private final ListState<Integer> mortalList = states.list("mortal list", TIME_TO_LIVE);
        private final MapState<Integer, Integer> map = states.map("map");
        private final MapState<Integer, Integer> mortalMap = states.map("mortal map", TIME_TO_LIVE);

        private Declared(Memory memory) {
            states.seal();
            states.restore(memory);
        }
    }

    /** A number that was written at a time. */
    private record Timed(Object content, long atMs) {
        private boolean isAlive(boolean isMortal) {
            return !isMortal || Time.currentTimeMillis() - atMs < TIME_TO_LIVE.toMillis();
        }
    }

    /** The expected contents by state and key; of maps by their keys, too. */
    private static final class Model {
        private final Map<String, Timed> contents = new LinkedHashMap<>();

        private Model copy() {
            Model copy = new Model();
            copy.contents.putAll(contents);
            return copy;
        }

        private @Nullable Object get(String id) {
            Timed timed = contents.get(id);
            return timed == null || !timed.isAlive(id.startsWith("mortal"))
                    ? null
                    : timed.content();
        }

        private void put(String id, Object content) {
            contents.put(id, new Timed(content, Time.currentTimeMillis()));
        }
    }

    /** Random operations, snapshots, rollbacks and restarts, beside maps. */
    @Property(tries = 100)
    @SuppressWarnings("try") // the resource is the simulation of time
    void haveWhatWasPutIntoThem(@ForAll long seed) {
        Random random = new Random(seed);
        try (Time.SimulatedTime ignored = new Time.SimulatedTime()) {
            Memory memory = new Memory();
            Declared declared = new Declared(memory);
            Model model = new Model();
            Model saved = model.copy();
            for (int step = 0; step < 300; step++) {
                int key = random.nextInt(3);
                declared.states.setKey(key);
                switch (random.nextInt(12)) {
                    case 0 -> {
                        declared.states.save(memory);
                        saved = model.copy();
                    }
                    case 1 -> {
                        if (random.nextInt(4) == 0) {
                            declared = new Declared(memory);
                        } else {
                            declared.states.restore(memory);
                        }
                        model = saved.copy();
                    }
                    case 2 -> Time.advanceTime(random.nextInt(4000));
                    case 3 -> clear(declared, model, key, random);
                    default -> write(declared, model, key, random);
                }
                declared.states.setKey(key);
                assertSame(declared, model, key);
            }
        }
    }

    private static void write(Declared declared, Model model, int key, Random random) {
        int number = random.nextInt(1000);
        boolean isMortal = random.nextBoolean();
        String of = (isMortal ? "mortal " : "") + key;
        switch (random.nextInt(3)) {
            case 0 -> {
                (isMortal ? declared.mortalValue : declared.value).set(number);
                model.put(of + " value", number);
            }
            case 1 -> {
                (isMortal ? declared.mortalList : declared.list).add(number);
                Object before = model.get(of + " list");
                List<Object> list = new ArrayList<>(before == null ? List.of() : (List<?>) before);
                list.add(number);
                model.put(of + " list", list);
            }
            default -> {
                int mapKey = random.nextInt(3);
                (isMortal ? declared.mortalMap : declared.map).put(mapKey, number);
                model.put(of + " map " + mapKey, number);
            }
        }
    }

    private static void clear(Declared declared, Model model, int key, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> {
                declared.value.clear();
                model.contents.remove(key + " value");
            }
            case 1 -> {
                declared.mortalList.clear();
                model.contents.remove("mortal " + key + " list");
            }
            case 2 -> {
                declared.mortalMap.remove(1);
                model.contents.remove("mortal " + key + " map 1");
            }
            default -> {
                declared.map.clear();
                model.contents.keySet().removeIf(id -> id.startsWith(key + " map"));
            }
        }
    }

    private static void assertSame(Declared declared, Model model, int key) {
        assertThat(declared.value.get()).isEqualTo(model.get(key + " value"));
        assertThat(declared.mortalValue.get()).isEqualTo(model.get("mortal " + key + " value"));
        assertThat(elements(declared.list)).isEqualTo(model.get(key + " list"));
        assertThat(elements(declared.mortalList)).isEqualTo(model.get("mortal " + key + " list"));
        for (int mapKey = 0; mapKey < 3; mapKey++) {
            assertThat(declared.map.get(mapKey)).isEqualTo(model.get(key + " map " + mapKey));
            assertThat(declared.mortalMap.get(mapKey))
                    .isEqualTo(model.get("mortal " + key + " map " + mapKey));
        }
        int[] sum = new int[1];
        declared.map.forEach((mapKey, number) -> sum[0]++);
        assertThat(sum[0]).isEqualTo(declared.map.size());
    }

    private static @Nullable Object elements(ListState<Integer> list) {
        return list.get().isEmpty() ? null : list.get();
    }

    @Test
    void refusesWhatIsDeclaredWrongly() {
        KeyedStates states = new KeyedStates("'step' task 1", true);
        states.value("count");
        assertThatThrownBy(() -> states.list("count"))
                .hasMessage("'step' task 1: two states have the name 'count'");
        assertThatThrownBy(() -> states.list("some", Duration.ZERO))
                .hasMessageContaining("the time to live is PT0S; expected at least a millisecond");
        states.seal();
        assertThatThrownBy(() -> states.list("more"))
                .hasMessageContaining("'more' is declared after the task was prepared");
    }

    @Test
    void refusesASnapshotOfOtherStates() {
        Memory memory = new Memory();
        KeyedStates states = new KeyedStates("'step' task 1", true);
        ValueState<String> name = states.value("name");
        states.restore(memory);
        states.setKey("k");
        name.set("n");
        states.save(memory);

        KeyedStates more = new KeyedStates("'step' task 1", true);
        ValueState<String> added = more.value("a new one");
        ValueState<String> sameName = more.value("name");
        more.restore(memory);
        more.setKey("k");
        assertThat(sameName.get()).isEqualTo("n");
        assertThat(added.get()).isNull();

        assertThatThrownBy(() -> new KeyedStates("'step' task 1", true).restore(memory))
                .hasMessage(
                        "'step' task 1: the snapshot has a state 'name' of kind value, which is not"
                                + " declared: declare it as it was, or begin without state in"
                                + " another folder");
        KeyedStates other = new KeyedStates("'step' task 1", true);
        other.list("name");
        assertThatThrownBy(() -> other.restore(memory)).hasMessageContaining("declared as list");
    }
}
