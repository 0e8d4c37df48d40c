package io.eyewall.engine.acking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.acking.RootTree.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.storm.utils.RotatingMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // a missing value fails the test
class PendingTreesTest {
    private static final long TIMEOUT_NS = 10;
    private final PendingTrees pending = new PendingTrees();
    private final List<Object> expired = new ArrayList<>();

    private long nowNs;

    /** Rotates after one message timeout. */
    private int rotate() {
        nowNs += TIMEOUT_NS;
        return pending.rotate(nowNs, nowNs + TIMEOUT_NS);
    }

    private RootTree tree(int messageId) {
        return tree(1, messageId);
    }

    private RootTree tree(int taskId, int messageId) {
        RootListener listener =
                new RootListener() {
                    @Override
                    public void onComplete(RootTree tree) {
                        pending.remove(tree); // as a spout executor does
                        expired.add(tree.messageId());
                    }

                    @Override
                    public void failLater(RootTree tree) {
                        throw new AssertionError("not used");
                    }

                    @Override
                    public void resetTimeoutLater(RootTree tree) {
                        throw new AssertionError("not used");
                    }
                };
        return new RootTree(TreeOwners.AT_ONCE, listener, taskId, "default", messageId, 0, 1);
    }

    @Test
    void expiresAtTheSecondRotation() {
        RootTree tree = tree(1);
        pending.add(tree);

        assertThat(rotate()).isZero();
        assertThat(tree.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(rotate()).isEqualTo(1);

        assertThat(tree.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(pending.size()).isZero();
        assertThat(rotate()).as("not again").isZero();
    }

    @Test
    void refreshingRestartsTheTimeout() {
        RootTree tree = tree(1);
        pending.add(tree);
        rotate();

        pending.refresh(tree);

        assertThat(rotate()).isZero();
        assertThat(rotate()).isEqualTo(1);
        assertThat(pending.size()).isZero();
    }

    @Test
    void refreshingOrRemovingATreeThatIsNotPendingDoesNothing() {
        RootTree gone = tree(1);
        pending.add(gone);
        pending.remove(gone);

        pending.remove(gone);
        pending.refresh(gone);
        pending.refresh(tree(2));

        assertThat(pending.size()).isZero();
        assertThat(rotate() + rotate() + rotate()).isZero();
    }

    @Test
    void addingTwiceIsADefectThatAssertionsFind() {
        RootTree tree = tree(1);
        pending.add(tree);

        assertThatThrownBy(() -> pending.add(tree)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aListenerMayRemoveOthersWhileTreesExpire() {
        RootTree victim = tree(2);
        RootListener listener =
                new RootListener() {
                    @Override
                    public void onComplete(RootTree tree) {
                        pending.remove(victim);
                    }

                    @Override
                    public void failLater(RootTree tree) {
                        throw new AssertionError("not used");
                    }

                    @Override
                    public void resetTimeoutLater(RootTree tree) {
                        throw new AssertionError("not used");
                    }
                };
        pending.add(new RootTree(TreeOwners.AT_ONCE, listener, 1, "default", 1, 0, 1));
        pending.add(victim);
        rotate();

        assertThat(rotate()).isEqualTo(1);
        assertThat(victim.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(pending.size()).isZero();
    }

    @Test
    void movedMessagesKeepTheirExpiry() {
        pending.add(tree(1, 1));
        pending.add(tree(2, 2));
        rotate();
        pending.add(tree(1, 3));
        pending.add(tree(2, 4));
        PendingTrees next = new PendingTrees();
        long nextRotationNs = nowNs + TIMEOUT_NS;

        pending.moveTask(
                1,
                next,
                OptionalLong.of(nextRotationNs + TIMEOUT_NS),
                tree -> assertThat(tree.index).isEqualTo(PendingTrees.NOT_PENDING));

        assertThat(pending.size()).isEqualTo(2);
        assertThat(next.size()).isEqualTo(2);
        assertThat(next.expiriesNs()).containsExactly(nextRotationNs, nextRotationNs + TIMEOUT_NS);
        assertThat(next.expire(nextRotationNs - 1)).isZero();
        assertThat(next.expire(nextRotationNs)).isEqualTo(1);
        assertThat(expired).containsExactly(1);
        assertThat(next.rotate(nextRotationNs + TIMEOUT_NS - 1, nextRotationNs)).isZero();
        assertThat(next.expire(nextRotationNs + TIMEOUT_NS)).isEqualTo(1);
        assertThat(expired).containsExactly(1, 3);
    }

    @Test
    void movedMessagesWithoutExpiryAreYoung() {
        pending.add(tree(1));
        PendingTrees next = new PendingTrees();

        pending.moveTask(1, next, OptionalLong.empty(), tree -> {});

        assertThat(next.rotate(10, 20)).isZero();
        assertThat(next.rotate(20, 30)).isEqualTo(1);
    }

    /** Gaps are closed again and again, and the order is kept. */
    @Test
    void anOldMessageExpiresBeforeYoungerOnesHoweverManyComeAndGo() {
        pending.add(tree(0));
        for (int i = 1; i <= 10_000; i++) {
            RootTree tree = tree(i);
            pending.add(tree);
            if (i % 1000 != 0) {
                pending.remove(tree);
            }
        }
        rotate();

        assertThat(pending.size()).isEqualTo(11);
        assertThat(rotate()).isEqualTo(11);
        assertThat(expired)
                .containsExactly(0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000);
    }

    @Test
    void releasesTheMemoryOfAFlood() {
        List<RootTree> flood = new ArrayList<>();
        for (int i = 0; i < 300_000; i++) {
            flood.add(tree(i));
            pending.add(flood.get(i));
        }
        assertThat(pending.size()).isEqualTo(300_000);
        flood.subList(0, 299_999).forEach(pending::remove);
        for (int i = 0; i < 600_000; i++) {
            RootTree tree = tree(i);
            pending.add(tree);
            pending.remove(tree);
        }
        rotate();

        assertThat(rotate()).isEqualTo(1);
        assertThat(expired).containsExactly(299_999);
        assertThat(pending.size()).isZero();
    }

    /**
     * Compares expiry with Storm's, which keeps pending messages in a rotating map of two buckets.
     */
    @Property(tries = 300)
    void expiresAsStormsRotatingMapDoes(
            @ForAll @Size(max = 60) List<@IntRange(max = 39) Integer> operations) {
        PendingTreesTest own = new PendingTreesTest(); // fresh for each try
        RotatingMap<Integer, Integer> storm = new RotatingMap<>(2);
        Map<Integer, RootTree> trees = new HashMap<>();
        int next = 0;
        for (int operation : operations) {
            int some = next == 0 ? 0 : operation / 4 % next;
            switch (operation % 4) {
                case 0 -> {
                    RootTree tree = own.tree(next);
                    trees.put(next, tree);
                    own.pending.add(tree);
                    storm.put(next, next);
                    next++;
                }
                case 1 -> {
                    if (trees.containsKey(some)) {
                        own.pending.remove(trees.get(some));
                        storm.remove(some);
                    }
                }
                case 2 -> {
                    if (storm.containsKey(some)) {
                        own.pending.refresh(trees.get(some));
                        storm.put(some, some);
                    }
                }
                default -> {
                    own.expired.clear();
                    int count = own.rotate();
                    Map<Integer, Integer> old = storm.rotate();
                    assertThat(own.expired)
                            .containsExactlyInAnyOrderElementsOf(new ArrayList<>(old.keySet()));
                    assertThat(count).isEqualTo(old.size());
                }
            }
            assertThat(own.pending.size()).isEqualTo(storm.size());
        }
    }
}
