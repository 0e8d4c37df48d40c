package io.eyewall.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.state.InMemoryKeyValueStateProvider;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IStatefulBolt;
import org.apache.storm.topology.StatefulBoltExecutor;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class InMemoryStateTest {
    private final InMemoryState<String, Integer> state = new InMemoryState<>();

    private void prepare(long txid, int value) {
        state.put("n", value);
        state.prepareCommit(txid);
    }

    private Map<String, Integer> entries() {
        Map<String, Integer> entries = new HashMap<>();
        state.forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
        return entries;
    }

    @Test
    void committingAgainDoesNothing() {
        prepare(0, 1);
        state.commit(0);
        state.put("n", 2);
        state.commit(0);
        assertThat(state.get("n")).isEqualTo(2);
        state.rollback();
        assertThat(state.get("n")).isEqualTo(1);

        prepare(1, 3);
        state.commit(1);
        state.rollback();
        assertThat(state.get("n")).isEqualTo(3);
    }

    @Test
    void committingTheLastAgainKeepsWhatIsPreparedSince() {
        prepare(0, 1);
        state.commit(0);
        prepare(1, 2);
        state.commit(0);
        state.commit(1);
        state.rollback();
        assertThat(state.get("n")).isEqualTo(2);
    }

    @Test
    void aStateThatHasSeenNoTransactionAcceptsACommit() {
        state.put("n", 1);
        state.commit(7);
        state.rollback();
        assertThat(entries()).as("it was not prepared").isEmpty();
        prepare(8, 2);
        state.commit(8);
        state.rollback();
        assertThat(entries()).containsExactly(Map.entry("n", 2));
    }

    @Test
    void otherTransactionsAreRefused() {
        prepare(3, 1);
        assertThatThrownBy(() -> state.commit(2)).hasMessageContaining("prepared is 3");
        assertThatThrownBy(() -> state.prepareCommit(4)).hasMessageContaining("transaction 3");
        state.commit(3);
        assertThatThrownBy(() -> state.commit(4))
                .hasMessage("can't commit transaction 4: prepared is none, committed last was 3");
        assertThatThrownBy(() -> state.commit(2)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aTransactionIsPreparedAgainAfterItsRollback() {
        prepare(0, 1);
        state.rollback();
        prepare(0, 5);
        prepare(0, 6);
        state.commit(0);
        assertThat(entries()).containsExactly(Map.entry("n", 6));
    }

    @Test
    void whatChangesAfterARollbackIsNotWhatTheNextOneReturnsTo() {
        prepare(0, 1);
        state.commit(0);
        state.rollback();
        state.put("n", 2);
        state.put("m", 2);
        state.rollback();
        assertThat(entries()).containsExactly(Map.entry("n", 1));
        state.delete("n");
        state.rollback();
        assertThat(entries()).containsExactly(Map.entry("n", 1));
    }

    @Test
    void aCommitOutsideOfATransactionIsWhatARollbackReturnsTo() {
        state.put("n", 1);
        state.commit();
        state.put("n", 2);
        state.rollback();
        assertThat(state.get("n", 0)).isEqualTo(1);
        assertThat(state.get("m", 9)).isEqualTo(9);
        assertThat(state.delete("n")).isEqualTo(1);
        assertThat(state.get("n")).isNull();
    }

    /** A stateful bolt. */
    private static final class Bolt extends BaseStatefulBolt<KeyValueState<String, Integer>> {
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            // Emits nothing.
        }

        @Override
        public void initState(KeyValueState<String, Integer> initial) {
            // Has no state of its own.
        }

        @Override
        public void execute(Tuple tuple) {
            throw new IllegalStateException("nobody sends " + tuple);
        }
    }

    private static Map<String, Object> conf(@Nullable String provider) {
        Map<String, Object> conf = new HashMap<>(Map.of("other", 1));
        if (provider != null) {
            conf.put(Config.TOPOLOGY_STATE_PROVIDER, provider);
        }
        return conf;
    }

    private static final String STORMS = "org.apache.storm.state.InMemoryKeyValueStateProvider";

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = STORMS)
    void takesThePlaceOfStormsProviderForBoltsWithState(@Nullable String provider) {
        assertThat(STORMS).isEqualTo(InMemoryKeyValueStateProvider.class.getName());
        Map<String, Object> conf = conf(provider);
        IStatefulBolt<KeyValueState<String, Integer>> bolt = new Bolt();

        assertThat(InMemoryStateProvider.confWithProvider(new StatefulBoltExecutor<>(bolt), conf))
                .containsEntry("other", 1)
                .containsEntry(
                        Config.TOPOLOGY_STATE_PROVIDER, InMemoryStateProvider.class.getName());

        assertThat(conf).as("that of the other bolts").isEqualTo(conf(provider));
        assertThat(InMemoryStateProvider.confWithProvider("a bolt without state", conf))
                .isSameAs(conf);
    }

    @Test
    void leavesOtherProvidersAlone() {
        Map<String, Object> conf = conf("org.apache.storm.redis.state.RedisKeyValueStateProvider");
        assertThat(
                        InMemoryStateProvider.confWithProvider(
                                new StatefulBoltExecutor<>(new Bolt()), conf))
                .isSameAs(conf);
    }
}
