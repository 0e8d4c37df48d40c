package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.storm.streams.operations.Predicate;
import org.apache.storm.streams.processors.BranchProcessor;
import org.apache.storm.streams.processors.ProcessorContext;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A random order of eight predicates is right in one of 40,320 cases. */
class BranchOrderTest {
    private static final int PREDICATES = 8;

    /** Returns the stream that each value goes to. */
    private static final class Forwarded implements ProcessorContext<Integer> {
        private static final long serialVersionUID = 1L;
        private final List<String> streams = new ArrayList<>();

        @Override
        public void forward(Integer input) {
            throw new AssertionError(input);
        }

        @Override
        public void forward(Integer input, String stream) {
            streams.add(stream);
        }

        @Override
        public boolean isWindowed() {
            return false;
        }

        @Override
        public Set<String> getWindowedParentStreams() {
            return Set.of();
        }
    }

    private static Predicate<Integer> below(int limit) {
        return n -> n < limit;
    }

    @SuppressWarnings("unchecked") // it is a copy
    private static List<String> streamsOfValues(BranchProcessor<Integer> processor)
            throws Exception {
        TaskObjects objects = new TaskObjects(BranchOrderTest.class.getClassLoader());
        BranchProcessor<Integer> copy =
                (BranchProcessor<Integer>) objects.deserialize(Utils.javaSerialize(processor));
        Forwarded forwarded = new Forwarded();
        copy.init(forwarded);
        for (int n = 0; n < PREDICATES; n++) {
            copy.execute(n);
        }
        return forwarded.streams;
    }

    /** Covers stream numbers of one and of two digits. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 96})
    void sendsAValueToTheFirstMatchingPredicate(int first) throws Exception {
        BranchProcessor<Integer> processor = new BranchProcessor<>();
        List<String> streams =
                IntStream.range(0, PREDICATES)
                        .mapToObj(i -> "s" + (first + 2 * i) + "-branch")
                        .toList();
        for (int i = 0; i < PREDICATES; i++) {
            processor.addPredicate(below(i + 1), streams.get(i));
        }
        assertThat(streamsOfValues(processor)).isEqualTo(streams);
    }

    @Test
    void leavesTheRemainingValuesToALastPredicateForAll() throws Exception {
        for (int i = 0; i < 20; i++) {
            BranchProcessor<Integer> processor = new BranchProcessor<>();
            processor.addPredicate(n -> n < 3, "s3-branch");
            processor.addPredicate(n -> n < 5, "s4-branch");
            processor.addPredicate(n -> true, "s5-branch");
            assertThat(streamsOfValues(processor))
                    .containsExactly(
                            "s3-branch",
                            "s3-branch",
                            "s3-branch",
                            "s4-branch",
                            "s4-branch",
                            "s5-branch",
                            "s5-branch",
                            "s5-branch");
        }
    }

    @Test
    void leavesStreamsWithOtherNamesUnchanged() throws Exception {
        BranchProcessor<Integer> processor = new BranchProcessor<>();
        processor.addPredicate(n -> n < 4, "few");
        processor.addPredicate(n -> n >= 4, "s1-branch");
        assertThat(streamsOfValues(processor))
                .containsExactly(
                        "few",
                        "few",
                        "few",
                        "few",
                        "s1-branch",
                        "s1-branch",
                        "s1-branch",
                        "s1-branch");
    }
}
