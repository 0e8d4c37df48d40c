package io.eyewall.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serial;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that the estimate calls no method of a user class, however an object of it is wrapped, and
 * nevertheless counts what such an object holds.
 */
class SizeEstimateUserCodeTest {
    private static final int LARGE = 50_000;

    private final SizeEstimate estimate = new SizeEstimate();

    private static AssertionError called() {
        return new AssertionError("the estimate has called user code");
    }

    /** Fails the test in every method that a collection's wrapper could call. */
    private static final class UsersList extends AbstractList<Object> {
        @SuppressWarnings("unused") // read by the estimate
        private final byte[] large = new byte[LARGE];

        @Override
        public Object get(int index) {
            throw called();
        }

        @Override
        public int size() {
            throw called();
        }

        @Override
        public Iterator<Object> iterator() {
            throw called();
        }

        @Override
        public int hashCode() {
            throw called();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            throw called();
        }
    }

    private static final class UsersCollection extends AbstractCollection<Object> {
        @SuppressWarnings("unused") // read by the estimate
        private final byte[] large = new byte[LARGE];

        @Override
        public Iterator<Object> iterator() {
            throw called();
        }

        @Override
        public int size() {
            throw called();
        }
    }

    private static final class UsersMap extends AbstractMap<Object, Object> {
        @SuppressWarnings("unused") // read by the estimate
        private final byte[] large = new byte[LARGE];

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            throw called();
        }

        @Override
        public int size() {
            throw called();
        }

        @Override
        public Set<Object> keySet() {
            throw called();
        }

        @Override
        public Collection<Object> values() {
            throw called();
        }
    }

    /** Forwards all calls to a user's list, as Guava's wrappers do. */
    private static final class Forwarding extends AbstractList<Object> {
        private final List<Object> to;

        Forwarding(List<Object> to) {
            this.to = to;
        }

        @Override
        public Object get(int index) {
            return to.get(index);
        }

        @Override
        public int size() {
            return to.size();
        }
    }

    private static final class UsersArrayList extends ArrayList<Object> {
        @Serial private static final long serialVersionUID = 1;

        UsersArrayList(Object element) {
            super(List.of(element));
        }

        @Override
        public Object get(int index) {
            throw called();
        }

        @Override
        public int size() {
            throw called();
        }

        @Override
        public Iterator<Object> iterator() {
            throw called();
        }
    }

    /** A map in the usual form of an LRU cache. */
    private static final class UsersLinkedHashMap extends LinkedHashMap<String, Object> {
        @Serial private static final long serialVersionUID = 1;

        @Override
        public int size() {
            throw called();
        }

        @Override
        public Set<String> keySet() {
            throw called();
        }

        @Override
        public Collection<Object> values() {
            throw called();
        }
    }

    private static final class UsersText implements CharSequence {
        @SuppressWarnings("unused") // read by the estimate
        private final String large = "x".repeat(LARGE);

        @Override
        public int length() {
            throw called();
        }

        @Override
        public char charAt(int index) {
            throw called();
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            throw called();
        }

        @Override
        public String toString() {
            throw called();
        }
    }

    private static final class UsersInteger extends BigInteger {
        @Serial private static final long serialVersionUID = 1;

        UsersInteger() {
            super(new byte[LARGE + 1]);
        }

        @SuppressWarnings("unused") // read by the estimate
        private final byte[] large = new byte[LARGE];

        @Override
        public int bitLength() {
            throw called();
        }
    }

    private static final class UsersNumber extends Number {
        @Serial private static final long serialVersionUID = 1;

        @SuppressWarnings("unused") // read by the estimate
        private final byte[] large = new byte[LARGE];

        @Override
        public int intValue() {
            throw called();
        }

        @Override
        public long longValue() {
            throw called();
        }

        @Override
        public float floatValue() {
            throw called();
        }

        @Override
        public double doubleValue() {
            throw called();
        }
    }

    private static final class UsersBits extends BitSet {
        @Serial private static final long serialVersionUID = 1;

        @SuppressWarnings("unused") // read by the estimate
        private final byte[] large = new byte[LARGE];

        @Override
        public int size() {
            throw called();
        }
    }

    private static final class UsersFuture extends CompletableFuture<Object> {
        UsersFuture() {
            complete(new byte[LARGE]);
        }

        @Override
        public boolean isDone() {
            throw called();
        }

        @Override
        public Object getNow(Object otherwise) {
            throw called();
        }
    }

    record Holder(Object part) {
        @Override
        public Object part() {
            throw called();
        }
    }

    private static Object fill(Map<String, Object> map) {
        map.put("large", new byte[LARGE]);
        return map;
    }

    private static Map<Object, Object> fillAny() {
        Map<Object, Object> map = new HashMap<>();
        map.put(new UsersText(), 1);
        return map;
    }

    private static Map<String, Object> wrapped() {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("unmodifiableList", Collections.unmodifiableList(new UsersList()));
        of.put("unmodifiableCollection", Collections.unmodifiableCollection(new UsersCollection()));
        of.put("unmodifiableMap", Collections.unmodifiableMap(new UsersMap()));
        of.put("synchronizedList", Collections.synchronizedList(new UsersList()));
        of.put("synchronizedCollection", Collections.synchronizedCollection(new UsersCollection()));
        of.put("synchronizedMap", Collections.synchronizedMap(new UsersMap()));
        of.put("checkedList", Collections.checkedList(new UsersList(), Object.class));
        of.put("checkedMap", Collections.checkedMap(new UsersMap(), Object.class, Object.class));
        of.put("subList", new UsersListWithSubList().view());
        of.put("keys of a wrapped map", Collections.unmodifiableMap(fillAny()).keySet());
        of.put("forwarding", new Forwarding(new UsersList()));
        of.put("array", new Object[] {new UsersList()});
        of.put("asList", Arrays.asList(1, new UsersList()));
        of.put("List.of", List.of(new UsersCollection()));
        of.put("ArrayList's subclass", new UsersArrayList(new byte[LARGE]));
        of.put("LinkedHashMap's subclass", fill(new UsersLinkedHashMap()));
        of.put("Optional", Optional.of(new UsersText()));
        of.put("AtomicReference", new AtomicReference<>(new UsersList()));
        of.put("record", new Holder(new UsersMap()));
        of.put("text", new UsersText());
        of.put("BigInteger's subclass", new UsersInteger());
        of.put("number", new UsersNumber());
        of.put("BitSet's subclass", new UsersBits());
        of.put("CompletableFuture's subclass", new UsersFuture());
        of.put("entry", Map.entry("key", new UsersText()));
        boolean[] made = new boolean[1];
        of.put("views of a sorted map", sorted(made).headMap("z"));
        of.put("views of a sorted set", new TreeSet<>(sorted(made).keySet()).descendingSet());
        made[0] = true;
        return of;
    }

    /** A user's list of which views are created before its methods become forbidden. */
    private static final class UsersListWithSubList extends AbstractList<Object> {
        @SuppressWarnings("unused") // read by the estimate
        private final byte[] large = new byte[LARGE];

        private boolean closed;

        List<Object> view() {
            List<Object> view = subList(0, 1);
            closed = true;
            return view;
        }

        @Override
        public Object get(int index) {
            throw called();
        }

        @Override
        public int size() {
            if (closed) {
                throw called();
            }
            return 2;
        }
    }

    /** A comparator that may be called until its collection is complete. */
    private static SortedMap<String, Object> sorted(boolean[] made) {
        SortedMap<String, Object> map =
                new TreeMap<>(
                        (a, b) -> {
                            if (made[0]) {
                                throw called();
                            }
                            return a.compareTo(b);
                        });
        map.put("x".repeat(LARGE), new byte[LARGE]);
        map.put("y", new byte[LARGE]);
        return map;
    }

    @TestFactory
    Stream<DynamicTest> seesWhatIsWrappedAndCallsNothing() {
        return wrapped().entrySet().stream()
                .map(of -> DynamicTest.dynamicTest(of.getKey(), () -> assertIsSeen(of.getValue())));
    }

    private void assertIsSeen(Object value) {
        assertThat(estimate.bytesOfValues(new Values(value))).isBetween(LARGE + 1L, 7L * LARGE);
    }

    @Test
    void calledForNoneOfTheListsThatAreEmitted() {
        assertThat(estimate.bytesOfValues(new UsersList())).isGreaterThan(LARGE);
        assertThat(estimate.bytesOfValues(Collections.unmodifiableList(new UsersList())))
                .isGreaterThan(LARGE);
        assertThat(estimate.bytesOfValues(new UsersArrayList(new byte[LARGE])))
                .isGreaterThan(LARGE);
    }

    @Test
    void seesWhatWrappersOfTheJdksOwnCollectionsHold() {
        UnaryOperator<Object> inTwo = part -> List.of(part, part);
        Map<String, Object> map = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            map.put("key" + i, inTwo.apply("x".repeat(1_000)));
        }

        for (Object wrapper :
                List.of(
                        Collections.unmodifiableMap(map),
                        Collections.synchronizedMap(map),
                        Collections.unmodifiableMap(map).values())) {
            assertThat(new SizeEstimate().bytesOfValues(new Values(wrapper)))
                    .isBetween(10_000L, 25_000L);
        }
        assertThat(
                        estimate.bytesOfValues(
                                new Values(new BigDecimal(BigInteger.ONE.shiftLeft(80_000)))))
                .isBetween(10_000L, 11_000L);
    }
}
