package io.eyewall.sql.function;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition in the order of a window. Peers are rows that the order does not
 * distinguish.
 */
final class SortedPartition {
    private final @Nullable Object[][] rows;
    private final int[] firstPeer;
    private final int[] endOfPeers;
    private final int[] peerGroup;

    /** Sorts rows; those that are equal stay in the order in which they arrived. */
    SortedPartition(List<@Nullable Object[]> gathered, Order order) {
        rows = gathered.toArray(new Object[0][]);
        Arrays.sort(rows, order);
        firstPeer = new int[rows.length];
        endOfPeers = new int[rows.length];
        peerGroup = new int[rows.length];
        int group = -1;
        for (int first = 0; first < rows.length; ) {
            group++;
            int end = first + 1;
            while (end < rows.length && order.compare(rows[first], rows[end]) == 0) {
                end++;
            }
            for (int i = first; i < end; i++) {
                firstPeer[i] = first;
                endOfPeers[i] = end;
                peerGroup[i] = group;
            }
            first = end;
        }
    }

    int size() {
        return rows.length;
    }

    @Nullable Object[] row(int index) {
        return rows[index];
    }

    /** Returns the index of the first peer of a row, which may be the row itself. */
    int firstPeer(int index) {
        return firstPeer[index];
    }

    /** Returns the index behind the last peer of a row. */
    int endOfPeers(int index) {
        return endOfPeers[index];
    }

    /** Returns the number of groups of peers before a row's. */
    int peerGroup(int index) {
        return peerGroup[index];
    }
}
