package io.eyewall.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values that are nested deeply, or are wide, within the limits of one walk. */
class SizeEstimateDepthTest {
    private static final int LARGE = 100_000;

    private final SizeEstimate estimate = new SizeEstimate();

    private long of(Object value) {
        return estimate.bytesOfValues(new Values(value));
    }

    @SuppressWarnings("unused") // read by the estimate
    private static final class Box {
        private final Object in;

        Box(Object in) {
            this.in = in;
        }
    }

    @Test
    void findsAnArraySevenObjectsDeep() {
        Object nested = new byte[LARGE];
        for (int i = 0; i < 7; i++) {
            nested = new Box(nested);
        }

        assertThat(of(nested)).isBetween((long) LARGE, LARGE + 1_000L);
    }

    @Test
    void findsAnArrayInADeepDocument() {
        Object lists = new byte[LARGE];
        Object maps = new byte[LARGE];
        for (int i = 0; i < 40; i++) {
            lists = new ArrayList<>(List.of(lists));
            maps = new LinkedHashMap<>(Map.of("name", "a name", "part", maps));
        }

        assertThat(of(lists)).isBetween((long) LARGE, LARGE + 10_000L);
        assertThat(of(maps)).isBetween((long) LARGE, LARGE + 20_000L);
    }

    @Test
    void findsTheArraysOfAnEventsParts() {
        List<Object> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            parts.add(new Box(new byte[LARGE / 4]));
        }

        assertThat(of(new Box(new Box(parts)))).isBetween((long) LARGE, LARGE + 1_000L);
    }

    @Test
    void findsWhatListsOfMapsInMapsHold() {
        List<Object> batch = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            batch.add(new HashMap<>(Map.of("payload", new byte[LARGE / 4], "id", i)));
        }

        assertThat(of(new HashMap<>(Map.of("batch", batch))))
                .isBetween((long) LARGE, LARGE + 2_000L);
    }

    @Test
    void findsWhatFuturesThrowablesAndLambdasHold() {
        FutureTask<Object> task = new FutureTask<>(() -> new byte[LARGE]);
        task.run();
        byte[] captured = new byte[LARGE];
        Callable<Object> lambda = () -> captured.length;

        assertThat(of(CompletableFuture.completedFuture(new byte[LARGE])))
                .isBetween((long) LARGE, LARGE + 500L);
        assertThat(of(CompletableFuture.failedFuture(new Exception("x".repeat(LARGE)))))
                .isBetween((long) LARGE, LARGE + 20_000L);
        assertThat(of(task)).isBetween((long) LARGE, LARGE + 500L);
        assertThat(of(lambda)).isBetween((long) LARGE, LARGE + 500L);
    }

    @Test
    void takesThePartsOfALargeCollectionForAsLargeAsThoseThatItLooksAt() {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (int k = 0; k < 10; k++) {
                row.put("key" + k, List.of(new Box("x".repeat(100))));
            }
            rows.add(row);
        }

        assertThat(of(rows)).isBetween(1_000_000L, 4_000_000L);
    }

    @Test
    void looksAtElementsAllOverALargeList() {
        List<Object> parts = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            parts.add(i < 500 ? "small" : "x".repeat(1_000));
        }

        assertThat(of(parts)).isBetween(400_000L, 700_000L);
        assertThat(of(parts.toArray())).isBetween(400_000L, 700_000L);
    }

    /** Linked in both directions, as tree nodes and their parents are. */
    @SuppressWarnings("unused") // read by the estimate
    private static final class Node {
        private final @Nullable Node parent;
        private final List<Node> children = new ArrayList<>();
        private final byte[] content = new byte[2_000];

        Node(@Nullable Node parent) {
            this.parent = parent;
            if (parent != null) {
                parent.children.add(this);
            }
        }
    }

    @SuppressWarnings("unused") // read by the estimate
    private static final class Link {
        private @Nullable Link next;
        private @Nullable Link previous;
        private final Object item;

        Link(Object item) {
            this.item = item;
        }
    }

    private static Link chain(int length, boolean both) {
        Link first = new Link("first");
        Link last = first;
        for (int i = 1; i < length; i++) {
            Link made = new Link(new byte[1_000]);
            last.next = made;
            made.previous = both ? last : null;
            last = made;
        }
        return first;
    }

    @Test
    void followsChainsOfUsersNodes() {
        assertThat(of(chain(1_000, false))).isBetween(900_000L, 1_100_000L);
        assertThat(of(chain(1_000, true))).isBetween(900_000L, 1_100_000L);
        assertThat(of(new Box(List.of(chain(100, true))))).isBetween(80_000L, 110_000L);
        LinkedBlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();
        ConcurrentLinkedQueue<byte[]> concurrent = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 500; i++) {
            queue.add(new byte[1_000]);
            concurrent.add(new byte[1_000]);
        }
        assertThat(of(queue)).isBetween(400_000L, 600_000L);
        assertThat(of(concurrent)).isBetween(400_000L, 600_000L);
    }

    @Test
    void chainsWithoutEndAndVeryLongOnesEnd() {
        Link ring = new Link("a");
        ring.next = new Link("b");
        ring.next.next = ring;
        Link self = new Link("self");
        self.next = self;

        assertThat(of(ring)).isBetween(50L, 1_000_000L);
        assertThat(of(self)).isBetween(50L, 500L);
        assertThat(of(chain(100_000, true))).isBetween(3_000_000L, 5_000_000L);
    }

    @Test
    void countsNothingTwiceThatIsReachedByTwoWays() {
        Node root = new Node(null);
        for (int i = 0; i < 4; i++) {
            Node child = new Node(root);
            for (int k = 0; k < 4; k++) {
                assertThat(new Node(child).parent).isSameAs(child);
            }
        }
        byte[] same = new byte[LARGE];

        assertThat(of(root)).isBetween(21 * 2_000L, 21 * 2_300L);
        assertThat(estimate.bytesOfValues(new Values(new Box(same), same, List.of(same))))
                .isBetween((long) LARGE, 2L * LARGE + 500);
    }

    private static Object tree(int depth) {
        return depth == 0 ? new Box(new byte[1_000]) : List.of(tree(depth - 1), tree(depth - 1));
    }

    @Test
    void looksIntoAtMost256ObjectsOfATupleAndTakesTheOthersForAsLarge() {
        ObjectWalk walk = new ObjectWalk(new SharedParts());

        long bytes = walk.bytesOfValue(tree(9), 1);

        assertThat(walk.examinedObjects()).isBetween(200, 256);
        assertThat(bytes).isBetween(400_000L, 1_000_000L);
    }

    @Test
    void meetsTheLargePartOfManyRecordsInSomeOfThem() {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (int k = 0; k < 9; k++) {
                row.put("tags" + k, List.of(List.of("tag")));
            }
            row.put("body", List.of(List.of("x".repeat(10_000))));
            rows.add(row);
        }

        assertThat(of(rows)).isBetween(60_000L, 500_000L);
    }

    @Test
    void looksIntoTheSecondOfTwoValuesThoughTheFirstIsLarge() {
        long bytes = estimate.bytesOfValues(new Values(tree(9), new Box(new byte[40_000_000])));

        assertThat(bytes).isBetween(40_400_000L, 41_000_000L);
    }
}
