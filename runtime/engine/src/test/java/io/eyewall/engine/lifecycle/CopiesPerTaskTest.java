package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.topology.TopologyPlan;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;

class CopiesPerTaskTest {
    private static final String FIELD = "x";
    private final TopologyBuilder builder = new TopologyBuilder();

    private BoltDeclarer bolt(String id, int tasks) {
        return builder.setBolt(id, new TestBolt(), tasks);
    }

    private boolean hasOwnCopies(String componentId) {
        TopologyPlan plan = Plans.of(builder);
        return new CopiesPerTask(plan).hasOwnCopies(plan.component(componentId));
    }

    @Test
    void copiesABoltThatReceivesAndSendsRuns() {
        builder.setSpout("spout", new TestSpout().stream("default", FIELD), 8);
        bolt("shuffled", 8).shuffleGrouping("spout");
        bolt("local", 8).localOrShuffleGrouping("spout");

        assertThat(hasOwnCopies("spout")).as("gets nothing").isFalse();
        assertThat(hasOwnCopies("shuffled")).isTrue();
        assertThat(hasOwnCopies("local")).isTrue();
    }

    @Test
    void doesNotCopyManyTasksThatReceiveSingleTuples() {
        builder.setSpout("spout", new TestSpout().stream("default", FIELD), 1);
        bolt("two", 2).fieldsGrouping("spout", new Fields(FIELD));
        bolt("three", 3).fieldsGrouping("spout", new Fields(FIELD));
        bolt("random", 3).noneGrouping("spout");
        bolt("every", 3).allGrouping("spout");
        bolt("also", 3).shuffleGrouping("spout").fieldsGrouping("spout", new Fields(FIELD));

        assertThat(hasOwnCopies("two")).isTrue();
        assertThat(hasOwnCopies("three")).isFalse();
        assertThat(hasOwnCopies("random")).isFalse();
        assertThat(hasOwnCopies("every")).isFalse();
        assertThat(hasOwnCopies("also")).isFalse();
    }

    @Test
    void doesNotCopyManyTasksThatSendSingleTuples() {
        builder.setSpout("spout", new TestSpout().stream("default", FIELD), 1);
        builder.setBolt("keyed", new TestBolt().stream("default", FIELD), 3)
                .shuffleGrouping("spout");
        builder.setBolt("shuffled", new TestBolt().stream("default", FIELD), 3)
                .shuffleGrouping("spout");
        bolt("last", 3).fieldsGrouping("keyed", new Fields(FIELD)).shuffleGrouping("shuffled");

        assertThat(hasOwnCopies("keyed")).isFalse();
        assertThat(hasOwnCopies("shuffled")).isTrue();
    }

    @Test
    void copiesAtMostTwoTasksInALargeTopology() {
        builder.setSpout("spout", new TestSpout().stream("default", FIELD), 4);
        for (int i = 1; i < 12; i++) {
            bolt("bolt-" + i, 4).shuffleGrouping("spout");
        }
        assertThat(hasOwnCopies("bolt-1")).as("12 times 4 are 48").isTrue();

        bolt("one-more", 2).shuffleGrouping("spout");
        assertThat(hasOwnCopies("bolt-1")).isFalse();
        assertThat(hasOwnCopies("one-more")).isTrue();
    }

    private boolean share(String one, String other) {
        TopologyPlan plan = Plans.of(builder);
        CopiesPerTask copies = new CopiesPerTask(plan);
        return copies.classesFor(plan.component(one)).get()
                == copies.classesFor(plan.component(other)).get();
    }

    @Test
    void inATopologyOfMoreThan48ComponentsAllShareThem() {
        builder.setSpout("spout", new TestSpout().stream("default", FIELD), 1);
        for (int i = 1; i < 48; i++) {
            bolt("bolt-" + i, i % 3 + 1).fieldsGrouping("spout", new Fields(FIELD));
        }
        assertThat(share("bolt-2", "bolt-5")).as("three tasks each").isFalse();
        assertThat(share("bolt-3", "bolt-6")).as("one task each").isFalse();

        bolt("one-more", 1).shuffleGrouping("spout");
        assertThat(hasOwnCopies("one-more")).isFalse();
        assertThat(share("bolt-2", "bolt-5")).isTrue();
        assertThat(share("bolt-3", "one-more")).isTrue();
        assertThat(share("spout", "one-more")).as("spouts have another class").isFalse();
    }
}
