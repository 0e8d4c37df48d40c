package io.eyewall.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuePrintTest {
    @Test
    void printsCommonValues() {
        assertThat(ValuePrint.of(Arrays.asList("a b", 1, 2.5, null, true, 'c', Thread.State.NEW)))
                .isEqualTo("[a b, 1, 2.5, null, true, c, NEW]");
        assertThat(ValuePrint.of(List.of(List.of(1, 2), Map.of("k", new byte[3]), new int[0])))
                .isEqualTo("[[1, 2], {k=byte[3]}, int[0]]");
        assertThat(ValuePrint.of(List.of())).isEqualTo("[]");
        assertThat(ValuePrint.of(List.of(Map.of(), List.of()))).isEqualTo("[{}, []]");
    }

    @Test
    void readsOnlyTheBeginningOfALongText() {
        String text = ValuePrint.of(List.of("x".repeat(1_000_000)));

        assertThat(text).hasSize(ValuePrint.MAX_CHARS + 1).startsWith("[xxx").endsWith("x…");
    }

    @Test
    void keepsSurrogatePairsTogether() {
        for (int before = 0; before < 2; before++) {
            String text = ValuePrint.of(List.of("x".repeat(before) + "😀".repeat(500)));
            assertThat(text.codePoints().toArray()).doesNotContain(0xd83d).hasSizeLessThan(202);
        }
    }

    @Test
    void readsOnlyTheBeginningOfALongList() {
        List<Integer> looked = new ArrayList<>();
        List<Integer> users =
                new AbstractList<>() {
                    @Override
                    public Integer get(int index) {
                        looked.add(index);
                        return index;
                    }

                    @Override
                    public int size() {
                        return Integer.MAX_VALUE;
                    }
                };

        assertThat(ValuePrint.of(Collections.unmodifiableList(users))).startsWith("[0, 1, 2, ");
        assertThat(looked).hasSizeLessThan(100);
    }

    @Test
    void endsAtAListThatContainsItself() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        Map<Object, Object> map = new HashMap<>();
        map.put("self", map);

        assertThat(ValuePrint.of(list)).isEqualTo("[[[[[…]]]]]");
        assertThat(ValuePrint.of(List.of(map))).contains("{…}");
    }

    @Test
    void abbreviatesHugeNumbers() {
        assertThat(ValuePrint.of(List.of(BigInteger.TEN.pow(300))))
                .isEqualTo("[BigInteger 1.0E300]");
    }

    /** Printed by a method of its own. */
    private record Thrower(Throwable thrown) {
        @Override
        public String toString() {
            throw Thrower.<RuntimeException>sneak(thrown);
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller throws it
        static <T extends Throwable> T sneak(Throwable thrown) throws T {
            throw (T) thrown;
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {RuntimeException.class, OutOfMemoryError.class, Exception.class})
    void namesWhatToStringThrows(Class<? extends Throwable> type) throws Exception {
        Throwable thrown = type.getConstructor().newInstance();

        assertThat(ValuePrint.of(List.of(1, new Thrower(thrown), 2)))
                .isEqualTo("[1, (" + type.getName() + "), 2]");
    }

    @Test
    void printsANullToStringAsNull() {
        Object odd =
                new Object() {
                    @Override
                    @SuppressWarnings({"NullAway", "ToStringReturnsNull"}) // that is the point
                    public String toString() {
                        return null;
                    }
                };

        assertThat(ValuePrint.of(List.of(odd))).isEqualTo("[null]");
    }
}
