package io.eyewall.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.fixture.PackageLoader;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SizeEstimateTest {
    private final SizeEstimate estimate = new SizeEstimate();

    private long of(Object value) {
        return estimate.bytesOfValues(new Values(value));
    }

    @Test
    void seesWhatIsLarge() {
        assertThat(of("x".repeat(1_000_000))).isBetween(1_000_000L, 1_001_000L);
        assertThat(of(new byte[1_000_000])).isBetween(1_000_000L, 1_001_000L);
        assertThat(of(new long[1_000])).isBetween(8_000L, 8_200L);
        assertThat(of(new String[] {"x".repeat(1_000), "y".repeat(1_000)}))
                .isBetween(2_000L, 2_200L);
        assertThat(of(ByteBuffer.allocateDirect(10_000))).isBetween(10_000L, 10_200L);
        assertThat(of(Collections.nCopies(1_000, "x".repeat(100)))).isBetween(100_000L, 160_000L);
        assertThat(of(Map.of("key", new byte[5_000]))).isBetween(5_000L, 5_300L);
        assertThat(of(List.of(List.of(new byte[5_000])))).isBetween(5_000L, 5_300L);
    }

    @Test
    void seesTheLargePartOfASmallCollectionWhereverItIs() {
        Map<String, Object> message = new LinkedHashMap<>();
        for (String key : List.of("id", "time", "user", "kind", "source")) {
            message.put(key, key);
        }
        message.put("body", "x".repeat(100_000));

        assertThat(of(message)).isBetween(100_000L, 101_000L);
        assertThat(of(List.copyOf(message.values()))).isBetween(100_000L, 101_000L);
        assertThat(of(message.values().toArray())).isBetween(100_000L, 101_000L);
    }

    @Test
    void seesWhatObjectsOfTheJdkHold() {
        byte[] large = new byte[50_000];
        StringBuilder text = new StringBuilder();
        text.setLength(50_000);

        assertThat(of(Stream.of(large).findFirst())).isBetween(50_000L, 50_300L);
        assertThat(of(new AtomicReference<>(large.clone()))).isBetween(50_000L, 50_300L);
        assertThat(of(Map.entry("key", large.clone()))).isBetween(50_000L, 50_300L);
        assertThat(of(text)).isBetween(50_000L, 50_300L);
        assertThat(of(BigInteger.ONE.shiftLeft(400_000))).isBetween(50_000L, 50_300L);
        assertThat(of(BitSet.valueOf(new long[] {1}))).isLessThan(200);
    }

    @Test
    void smallValuesAreSmall() {
        assertThat(estimate.bytesOfValues(new Values("word", 1, 2L, true, null))).isLessThan(200);
        assertThat(of(new Object())).isLessThan(100);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Page(String url, byte[] content) {}

    private record Scored(Page page, Map<String, String> dictionary) {}

    @Test
    void seesWhatTheFieldsOfUsersObjectsReferTo() {
        assertThat(of(page())).isBetween(50_000L, 50_400L);
        assertThat(of(List.of(page()))).isBetween(50_000L, 50_500L);
        assertThat(of(new Scored(page(), Map.of()))).isBetween(50_000L, 50_600L);
        Page captured = page();
        Runnable lambda = () -> captured.content()[0]++;
        assertThat(of(lambda)).isBetween(50_000L, 50_600L);
    }

    private static Page page() {
        return new Page("http://a", new byte[50_000]);
    }

    @Test
    void whatSeveralObjectsShareCountsOnce() {
        Map<String, String> dictionary = Map.of("key", "x".repeat(1_000_000));

        long first = of(new Scored(new Page("a", new byte[10]), dictionary));
        long second = of(new Scored(new Page("b", new byte[10]), dictionary));

        assertThat(first).isGreaterThan(1_000_000);
        assertThat(second).isLessThan(1_000);
        assertThat(
                        new SizeEstimate()
                                .bytesOfValues(
                                        new Values(
                                                new Scored(
                                                        new Page("c", new byte[10]), dictionary))))
                .as("another place has seen it in nobody else")
                .isGreaterThan(1_000_000);
    }

    /** Has a field whose type is on the class path at compile time only. */
    @SuppressWarnings("unused") // read by the estimate
    public static class WithOptionalPart {
        @Nullable Optional part;
    }

    /** Missing where topologies run. */
    public static class Optional {}

    @Test
    void aClassWithAFieldWhoseTypeIsMissingIsAsLargeAsAnyOther() throws Exception {
        ClassLoader without =
                new PackageLoader("without", SizeEstimateTest.class) {
                    @Override
                    protected Class<?> findClass(String name) throws ClassNotFoundException {
                        if (name.equals(Optional.class.getName())) {
                            throw new ClassNotFoundException(name);
                        }
                        return super.findClass(name);
                    }
                };
        Object object =
                without.loadClass(WithOptionalPart.class.getName())
                        .getDeclaredConstructor()
                        .newInstance();
        assertThatThrownBy(() -> object.getClass().getDeclaredFields())
                .isInstanceOf(NoClassDefFoundError.class);

        assertThat(of(object)).isBetween(1L, 100L);
        assertThat(of(List.of(new byte[5_000], object))).isGreaterThan(2_500);
    }

    @Test
    void callsNoCodeOfTheUsersAndSurvivesListsThatChange() {
        List<Object> usersOwn =
                new AbstractList<>() {
                    @Override
                    public Object get(int index) {
                        throw new AssertionError("called");
                    }

                    @Override
                    public int size() {
                        throw new AssertionError("called");
                    }
                };
        List<Object> shrinking =
                new AbstractList<>() {
                    @Override
                    public Object get(int index) {
                        throw new IndexOutOfBoundsException(index);
                    }

                    @Override
                    public int size() {
                        return 3;
                    }
                };

        assertThat(of(usersOwn)).isLessThan(1_000);
        assertThat(estimate.bytesOfValues(shrinking)).isLessThan(200);
    }

    @Test
    void aUsualSizeGrowsAtOnceAndShrinksSlowly() {
        TypicalSize size = new TypicalSize();
        assertThat(size.countThatFits(1_000, 64)).isEqualTo(64);
        size.record(100);
        assertThat(size.countThatFits(1_000, 64)).isEqualTo(10);
        size.record(5_000);
        assertThat(size.countThatFits(1_000, 64)).isEqualTo(1);
        long[] sizes = new long[200];
        Arrays.fill(sizes, 10);
        size.record(10);
        assertThat(size.bytes()).isGreaterThan(4_000);
        for (long bytes : sizes) {
            size.record(bytes);
        }
        assertThat(size.bytes()).isEqualTo(10);
    }
}
