package io.eyewall.differential.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.Stage;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.RotatingMap;
import org.junit.jupiter.api.Test;

class ProgramReferencesTest {

    /** A bolt that is never run. */
    static final class Counting extends BaseStatefulBolt<KeyValueState<String, Long>> {
        @Override
        public void initState(KeyValueState<String, Long> state) {}

        @Override
        public void execute(Tuple input) {
            new RotatingMap<String, String>(3).rotate();
        }
    }

    private static References of(Program.Body body) {
        return ProgramReferences.of(Program.of("p", "Shows something.", "Some.java", body));
    }

    @Test
    void findsWhatABodyAndItsMethodsUse() {
        References found = of(ProgramReferencesTest::build);

        assertThat(found.classes())
                .contains(
                        TopologyBuilder.class.getName(),
                        BaseStatefulBolt.class.getName(),
                        KeyValueState.class.getName(),
                        RotatingMap.class.getName());
    }

    private static void build(Stage stage) {
        new TopologyBuilder().setBolt("counting", new Counting());
    }

    @Test
    void findsWhatACapturedLambdaUses() {
        Program.Body inner = stage -> new RotatingMap<String, String>(2).rotate();

        assertThat(of(stage -> inner.run(stage)).classes()).contains(RotatingMap.class.getName());
    }

    @Test
    void findsNothingInWhatIsNotReached() {
        References found = of(stage -> stage.fact("a", 1));

        assertThat(found.classes())
                .doesNotContain(RotatingMap.class.getName(), ProbeBolt.class.getName());
    }

    @Test
    void findsKeysThatAreSetButNotThoseThatAreRead() {
        References found =
                of(
                        stage -> {
                            Config conf = stage.conf();
                            conf.setMaxSpoutPending(3);
                            conf.put(Config.TOPOLOGY_DEBUG, true);
                            new TopologyBuilder()
                                    .setBolt("counting", new Counting())
                                    .setMaxTaskParallelism(2);
                            Map<String, Object> map = conf;
                            stage.fact("read", map.get(Config.TOPOLOGY_WORKERS));
                        });

        assertThat(found.texts())
                .contains(
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        Config.TOPOLOGY_DEBUG,
                        Config.TOPOLOGY_MAX_TASK_PARALLELISM)
                .doesNotContain(Config.TOPOLOGY_WORKERS);
    }
}
