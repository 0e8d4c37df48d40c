package io.eyewall.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import org.apache.storm.state.KeyValueState;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // JUnit sets the folder
class RocksDbKeyValueStateTest {
    @TempDir Path folder;
    @TempDir Path afterwards;

    @Test
    void seesItsChangesAtOnce() {
        KeyValueState<String, Integer> state = States.open(folder, "a-1");

        state.put("x", 1);
        state.put("x", 2);
        state.put("y", 3);

        assertThat(state.get("x")).isEqualTo(2);
        assertThat(state.get("z")).isNull();
        assertThat(state.get("z", 9)).isEqualTo(9);
        assertThat(state.delete("x")).isEqualTo(2);
        assertThat(state.delete("x")).isNull();
        assertThat(state.get("x", 9)).isEqualTo(9);
        assertThat(States.entries(state)).isEqualTo(Map.of("y", 3));
    }

    @Test
    void keepsWhatWasCommittedAndForgetsWhatWasNot() {
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        state.put("x", 1);
        state.prepareCommit(1);
        state.commit(1);
        state.put("x", 2);

        KeyValueState<String, Integer> after = restarted();

        assertThat(States.entries(after)).isEqualTo(Map.of("x", 1));
    }

    @Test
    void rollsAPreparedTransactionForwardAfterARestart() {
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        state.put("x", 1);
        state.put("gone", 1);
        state.commit();
        state.delete("gone");
        state.put("x", 2);
        state.prepareCommit(7);

        KeyValueState<String, Integer> after = restarted();

        assertThat(States.entries(after)).isEqualTo(Map.of("x", 2));
        after.commit(7);
        assertThat(States.entries(after)).isEqualTo(Map.of("x", 2));
    }

    @Test
    void rollsAPreparedTransactionBackAfterARestart() {
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        state.put("x", 1);
        state.commit();
        state.put("x", 2);
        state.put("y", 2);
        state.prepareCommit(7);

        KeyValueState<String, Integer> after = restarted();
        after.rollback();

        assertThat(States.entries(after)).isEqualTo(Map.of("x", 1));
        after.prepareCommit(7);
        after.commit(7);
    }

    /** Simulates a disk that failed after the database had written the commit. */
    @Test
    void rollsBackWhatAPrepareThatThrewHasWritten() {
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        state.put("x", 1);
        state.prepareCommit(6);
        state.commit(6);
        StateSettings settings = StateSettings.parse(States.conf(folder));
        StateTable table = new StateTable(TopologyStore.forFolder(settings.folder()), "a-1", false);
        table.prepare(Map.of(new byte[] {1}, new byte[] {2}), new StateTable.TxIds(6, 7));

        state.rollback();

        assertThat(table.readPrepared()).isEmpty();
        assertThat(table.readTxIds()).isEqualTo(new StateTable.TxIds(6, StateTable.NO_TXID));
        assertThat(States.entries(restarted())).isEqualTo(Map.of("x", 1));
    }

    @Test
    void commitsTheSameTransactionAgain() {
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        state.put("x", 1);
        state.prepareCommit(3);
        state.commit(3);
        state.put("x", 2);

        state.commit(3);

        assertThat(state.get("x")).isEqualTo(2);
        state.rollback();
        assertThat(state.get("x")).isEqualTo(1);
    }

    @Test
    void preparesTheSameTransactionAgainWithWhatCameLater() {
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        state.put("x", 1);
        state.put("y", 1);
        state.prepareCommit(3);
        state.put("x", 2);

        state.prepareCommit(3);
        state.commit(3);

        state.rollback();
        assertThat(States.entries(state)).isEqualTo(Map.of("x", 2, "y", 1));
    }

    @Test
    void commitsForAComponentThatJoinedAfterThePrepare() {
        KeyValueState<String, Integer> state = States.open(folder, "new-1");

        state.commit(5);

        assertThatThrownBy(() -> state.prepareCommit(5)).isInstanceOf(StateException.class);
        state.prepareCommit(6);
    }

    @Test
    void refusesTransactionsOutOfTurn() {
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        state.prepareCommit(3);

        assertThatThrownBy(() -> state.prepareCommit(4))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll("a-1", "prepare transaction 4", "prepared: 3");
        assertThatThrownBy(() -> state.commit(4))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll("commit transaction 4", "not prepared");
        state.commit(3);
        assertThatThrownBy(() -> state.prepareCommit(2))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll("already", "committed: 3", "prepared: none");
        assertThatThrownBy(() -> state.commit(2)).isInstanceOf(StateException.class);
        assertThatThrownBy(() -> state.commit(4)).isInstanceOf(StateException.class);
    }

    @Test
    void keepsNamespacesApart() {
        KeyValueState<String, Integer> one = States.open(folder, "a-1");
        KeyValueState<String, Integer> ten = States.open(folder, "a-10");
        one.put("x", 1);
        one.commit();
        ten.put("x", 10);
        ten.prepareCommit(1);

        assertThat(States.entries(one)).isEqualTo(Map.of("x", 1));
        assertThat(States.entries(ten)).isEqualTo(Map.of("x", 10));
        one.rollback();
        assertThat(ten.get("x")).isEqualTo(10);
    }

    @Test
    void iteratesOverMoreThanAChunkWhileItChanges() {
        KeyValueState<String, Integer> state = States.open(folder, "a-1");
        for (int i = 0; i < 1000; i++) {
            state.put("k" + i, i);
        }
        state.commit();

        int seen = 0;
        for (Iterator<Map.Entry<String, Integer>> all = state.iterator(); all.hasNext(); ) {
            state.delete(all.next().getKey());
            seen++;
        }

        assertThat(seen).isEqualTo(1000);
        assertThat(States.entries(state)).isEmpty();
        state.rollback();
        assertThat(States.entries(state)).hasSize(1000);
    }

    @Test
    void opensTheSameFilesTwiceInOneProcess() {
        KeyValueState<String, Integer> first = States.open(folder, "a-1");
        first.put("x", 1);
        first.commit();

        assertThat(States.open(folder, "a-1").get("x")).isEqualTo(1);
    }

    @Test
    void beginsAnewWhenItsFilesWereDeleted() throws Exception {
        KeyValueState<String, Integer> old = States.open(folder, "a-1");
        old.put("x", 1);
        old.commit();
        try (var files = java.nio.file.Files.walk(folder.resolve("t"))) {
            files.map(Path::toFile).sorted((a, b) -> b.compareTo(a)).forEach(java.io.File::delete);
        }

        KeyValueState<String, Integer> fresh = States.open(folder, "a-1");

        assertThat(fresh.get("x")).isNull();
        assertThatThrownBy(() -> old.get("x"))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll(folder.toString(), "is closed", "kill a topology");
    }

    private KeyValueState<String, Integer> restarted() {
        return States.open(States.killedCopy(folder, afterwards), "a-1");
    }
}
