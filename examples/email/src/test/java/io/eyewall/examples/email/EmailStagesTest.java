package io.eyewall.examples.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.testkit.TopologyFailedException;
import io.eyewall.testkit.TopologyTestDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmailStagesTest {
    private static final int EMAILS = 300;

    private final MailboxGenerator mailbox = new MailboxGenerator(11);
    private final EmailCodec codec = new EmailCodec();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void giveWhatTheSequentialProgramGives(int parallelism) {
        List<byte[]> emails =
                IntStream.range(0, EMAILS).mapToObj(i -> codec.encode(mailbox.email(i))).toList();
        SequentialPipeline sequential =
                new SequentialPipeline(EmailFilter.ENRON, EmailModify.NAMES);
        List<byte[]> expected = new ArrayList<>();
        for (byte[] email : emails) {
            byte[] written = sequential.apply(email);
            if (written != null) {
                expected.add(written);
            }
        }

        try (TopologyTestDriver driver = driver(parallelism)) {
            Totals totals = Totals.NONE;
            for (int i = 0; i < EMAILS; i++) {
                driver.spout(EmailStream.READ).emit((Object) emails.get(i));
                if (i % 100 == 99) {
                    driver.advance(Duration.ofSeconds(1));
                }
            }

            assertThat(driver.values(EmailStream.SERIALIZE).stream().map(v -> (byte[]) v.get(0)))
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(driver.acked()).hasSize(EMAILS);
            List<List<Object>> transactions = driver.values(EmailStream.GLOBAL_METRICS);
            assertThat(transactions)
                    .extracting(values -> values.get(0))
                    .containsExactly(0L, 1L, 2L);
            for (List<Object> values : transactions) {
                totals = totals.plus((Totals) values.get(1));
            }
            assertThat(totals).isEqualTo(sequential.totals());
        }
    }

    @Test
    void anEmailThatIsNoneFailsTheTopologyByName() {
        TopologyTestDriver driver = driver(1);
        driver.spout(EmailStream.READ).emit((Object) new byte[] {1, 2, 3});

        assertThatThrownBy(driver::runUntilIdle)
                .isInstanceOf(TopologyFailedException.class)
                .hasMessageContaining(EmailStream.DESERIALIZE);
        driver.close();
    }

    private static TopologyTestDriver driver(int parallelism) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(EmailStream.READ, new Nothing());
        EmailStages.standard(parallelism).addTo(builder, EmailStream.READ, false);
        StormTopology topology = builder.createTopology();
        return TopologyTestDriver.of(topology).feeding(EmailStream.READ).start();
    }

    /** In its place the test emits. */
    private static final class Nothing extends BaseRichSpout {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(
                Map<String, Object> conf,
                TopologyContext context,
                SpoutOutputCollector collector) {}

        @Override
        public void nextTuple() {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(EmailStream.BYTES);
        }
    }
}
