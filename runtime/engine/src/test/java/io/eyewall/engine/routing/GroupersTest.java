package io.eyewall.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.fixture.Sink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.storm.daemon.GrouperFactory;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // unused parts are null
class GroupersTest {
    private static final Core CORE = Core.create(1, 1, 2, Clock.SYSTEM).get(0);
    private static final Endpoint EMITTER = new Sink(99, CORE);

    private static int storm(Grouping grouping, Fields fields, List<Object> values, int tasks) {
        GrouperFactory.FieldsGrouper storm = new GrouperFactory.FieldsGrouper(fields, grouping);
        storm.prepare(null, null, IntStream.range(0, tasks).boxed().toList());
        return storm.chooseTasks(1, values).get(0);
    }

    @Property(tries = 500)
    void fieldsGroupingOnOneFieldChoosesStormsTask(
            @ForAll("keys") Object key, @ForAll @IntRange(min = 1, max = 40) int tasks) {
        List<Object> values = Arrays.asList("other", key);
        Fields fields = new Fields("a", "b");

        int ours = new Groupers.OneField(Sink.on(CORE, 5, tasks), EMITTER, 1).choose(values);

        assertThat(ours).isEqualTo(storm(Grouping.fields(List.of("b")), fields, values, tasks));
    }

    @Property(tries = 500)
    void fieldsGroupingOnSeveralFieldsChoosesStormsTask(
            @ForAll("keys") Object first,
            @ForAll("keys") Object second,
            @ForAll @IntRange(min = 1, max = 40) int tasks) {
        List<Object> values = Arrays.asList(first, "other", second);
        Fields fields = new Fields("a", "b", "c");

        int ours =
                new Groupers.ManyFields(Sink.on(CORE, 5, tasks), EMITTER, new int[] {2, 0})
                        .choose(values);

        assertThat(ours)
                .isEqualTo(storm(Grouping.fields(List.of("c", "a")), fields, values, tasks));
    }

    @Provide
    Arbitrary<Object> keys() {
        Arbitrary<Object> plain =
                Arbitraries.oneOf(
                        Arbitraries.just(null),
                        Arbitraries.integers(),
                        Arbitraries.longs(),
                        Arbitraries.doubles(),
                        Arbitraries.strings().ofMaxLength(5),
                        Arbitraries.of(Thread.State.class),
                        Arbitraries.bytes().array(byte[].class).ofMaxSize(4),
                        Arbitraries.integers().array(int[].class).ofMaxSize(4),
                        Arbitraries.strings().ofMaxLength(2).array(String[].class).ofMaxSize(3));
        Arbitrary<Object> nestedArrays = plain.array(Object[].class).ofMaxSize(3).map(a -> a);
        Arbitrary<Object> lists = plain.list().ofMaxSize(3).map(a -> a);
        Arbitrary<Object> nestedLists = lists.list().ofMaxSize(2).map(a -> a);
        return Arbitraries.oneOf(plain, nestedArrays, lists, nestedLists);
    }

    @Test
    void sendsANullKeyWhereStormDoes() {
        List<Object> values = Arrays.asList((Object) null);

        assertThat(new Groupers.OneField(Sink.on(CORE, 1, 7), EMITTER, 0).choose(values))
                .isEqualTo(storm(Grouping.fields(List.of("a")), new Fields("a"), values, 7));
    }

    @Test
    void globalChoosesTheLowestTask() {
        assertThat(new Groupers.Single(Sink.on(CORE, 3, 4), 0).choose(List.of())).isZero();
    }

    @Test
    void allChoosesEveryTask() {
        Groupers.All all = new Groupers.All(Sink.on(CORE, 3, 4));

        assertThat(all.choose(List.of())).isEqualTo(Grouper.MANY);
        assertThat(all.chooseMany(List.of())).containsExactly(0, 1, 2, 3);
    }

    @Test
    void noneChoosesEveryTaskSometimes() {
        Groupers.Random none = new Groupers.Random(Sink.on(CORE, 3, 4), 1);
        int[] counts = new int[4];
        for (int i = 0; i < 4_000; i++) {
            counts[none.choose(List.of())]++;
        }

        assertThat(Arrays.stream(counts).min().getAsInt()).isGreaterThan(500);
    }

    @Test
    void aGrouperOfOneTaskRejectsChooseMany() {
        assertThatThrownBy(() -> new Groupers.Single(Sink.on(CORE, 3, 4), 0).chooseMany(List.of()))
                .isInstanceOf(IllegalStateException.class);
    }

    /** A grouping that returns given tasks. */
    private static final class Fixed implements CustomStreamGrouping {
        private final List<Integer> tasks;

        Fixed(List<Integer> tasks) {
            this.tasks = tasks;
        }

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            throw new AssertionError("prepared by the factory, not by the grouper");
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            assertThat(taskId).isEqualTo(99);
            return tasks;
        }
    }

    private static int[] custom(List<Integer> tasks) {
        Grouper grouper = new Groupers.Custom(Sink.on(CORE, 3, 4), EMITTER, new Fixed(tasks));
        assertThat(grouper.choose(List.of())).isEqualTo(Grouper.MANY);
        return grouper.chooseMany(List.of());
    }

    @Test
    void aCustomGroupingChoosesAnyNumberOfTasks() {
        assertThat(custom(List.of())).isEmpty();
        assertThat(custom(null)).isEmpty();
        assertThat(custom(List.of(6))).containsExactly(3);
        assertThat(custom(List.of(5, 3, 5))).containsExactly(2, 0, 2);
    }

    @Test
    void aCustomGroupingMayOnlyChooseTasksOfTheSubscriber() {
        assertThatThrownBy(() -> custom(List.of(3, 7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Fixed", "task 7", "[3, 4, 5, 6]");
    }

    @Test
    void countsWhatItSendsToEachTarget() {
        Grouper few = new Groupers.Single(Sink.on(CORE, 3, 4), 2);
        few.countSent(2);
        few.countSent(2);
        few.countSent(0);

        assertThat(few.countsEachTarget()).isTrue();
        assertThat(few.targetCount()).isEqualTo(4);
        assertThat(List.of(few.sent(0), few.sent(1), few.sent(2), few.sent(3)))
                .containsExactly(1L, 0L, 2L, 0L);
        assertThat(few.countSent(1).taskId()).isEqualTo(4);
    }

    @Test
    void countsOnlyTheSumForMoreThanAThousandTargets() {
        Grouper many = new Groupers.Single(Sink.on(CORE, 1, Grouper.MAX_COUNTED_TARGETS + 1), 0);
        List<Integer> tasks = new ArrayList<>();
        for (int i = 0; i < many.targetCount(); i++) {
            tasks.add(many.countSent(i).taskId());
        }

        assertThat(many.countsEachTarget()).isFalse();
        assertThat(many.sent(0)).isEqualTo(1025);
        assertThat(tasks).doesNotHaveDuplicates().hasSize(1025);
    }
}
