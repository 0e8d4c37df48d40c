package io.eyewall.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterProperty;
import org.apache.storm.state.KeyValueState;

/** Compares random histories, with kills at random points, with a model of three maps. */
class RocksDbKeyValueStatePropertyTest {
    private final List<Path> folders = new ArrayList<>();

    /** The expected state: committed entries; with the prepared changes; with all changes. */
    private static final class Model {
        Map<String, Integer> committed = new TreeMap<>();
        Map<String, Integer> prepared = new TreeMap<>();
        Map<String, Integer> current = new TreeMap<>();
        boolean hasPrepared;
        long txid = 1;

        Model copy() {
            Model copy = new Model();
            copy.committed = new TreeMap<>(committed);
            copy.prepared = new TreeMap<>(prepared);
            copy.current = new TreeMap<>(current);
            copy.hasPrepared = hasPrepared;
            copy.txid = txid;
            return copy;
        }

        /** Kills the process: changes that were not prepared are lost. */
        void killed() {
            current = new TreeMap<>(hasPrepared ? prepared : committed);
        }
    }

    /** Makes one step on the state and the model. Returns whether it wrote to the disk. */
    private static boolean step(Random random, KeyValueState<String, Integer> state, Model model) {
        String key = "k" + random.nextInt(6);
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> {
                int value = random.nextInt(100);
                state.put(key, value);
                model.current.put(key, value);
                return false;
            }
            case 3 -> {
                assertThat(state.delete(key)).isEqualTo(model.current.remove(key));
                return false;
            }
            case 4 -> {
                assertThat(state.get(key)).isEqualTo(model.current.get(key));
                return false;
            }
            case 5 -> {
                assertThat(States.entries(state)).isEqualTo(model.current);
                return false;
            }
            case 6, 7 -> {
                state.prepareCommit(model.txid);
                model.prepared = new TreeMap<>(model.current);
                model.hasPrepared = true;
                return true;
            }
            case 8 -> {
                if (model.hasPrepared) {
                    state.commit(model.txid);
                    model.committed = model.prepared;
                    model.hasPrepared = false;
                    model.txid++;
                }
                return true;
            }
            default -> {
                state.rollback();
                model.hasPrepared = false;
                model.current = new TreeMap<>(model.committed);
                return true;
            }
        }
    }

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void aKilledProcessLosesOnlyWhatWasNotPrepared(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Model model = new Model();
        Path folder = folder();
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        for (int restart = 0; restart < 3; restart++) {
            int steps = random.nextInt(40);
            for (int i = 0; i < steps; i++) {
                step(random, state, model);
            }
            folder = States.killedCopy(folder, folder());
            state = States.open(folder, "a-1");
            model.killed();

            assertThat(States.entries(state)).isEqualTo(model.current);
        }
    }

    /**
     * After a loss of power, a part of the commits that did not wait for the disk is left, cut
     * anywhere.
     */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void aTornLogLeavesAStateThatWasWrittenOnce(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Model model = new Model();
        List<Model> written = new ArrayList<>(List.of(model.copy()));
        Path folder = folder();
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        long waitedForBytes = Files.size(log(folder));
        for (int i = 0; i < 60; i++) {
            if (step(random, state, model)) {
                written.add(model.copy());
            }
        }
        Path copy = States.killedCopy(folder, folder());
        try (RandomAccessFile log = new RandomAccessFile(log(copy).toFile(), "rw")) {
            log.setLength(random.nextLong(waitedForBytes, log.length() + 1));
        }
        States.pretendThatTheSystemWasStartedAnew(rocks(copy));

        KeyValueState<String, Integer> torn = States.open(copy, "a-1");

        Map<String, Integer> found = States.entries(torn);
        written.forEach(Model::killed);
        assertThat(written).extracting(each -> each.current).contains(found);
        torn.rollback();
        Map<String, Integer> rolledBack = States.entries(torn);
        assertThat(written)
                .filteredOn(each -> each.current.equals(found))
                .extracting(each -> each.committed)
                .contains(rolledBack);
    }

    private static Path rocks(Path folder) {
        return folder.resolve("t").resolve("rocksdb");
    }

    private static Path log(Path folder) throws IOException {
        try (var files = Files.list(rocks(folder))) {
            List<Path> logs = files.filter(file -> file.toString().endsWith(".log")).toList();
            assertThat(logs).hasSize(1);
            return logs.get(0);
        }
    }

    private Path folder() throws IOException {
        Path folder = Files.createTempDirectory("eyewall-state-test");
        folders.add(folder);
        return folder;
    }

    @AfterProperty
    void deleteFolders() throws IOException {
        for (Path folder : folders) {
            try (var files = Files.walk(folder)) {
                files.map(Path::toFile).sorted((a, b) -> b.compareTo(a)).forEach(f -> f.delete());
            }
        }
    }
}
