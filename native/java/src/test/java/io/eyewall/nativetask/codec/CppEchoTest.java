package io.eyewall.nativetask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.trident.tuple.ConsList;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random values, as deep as it gets, by Storm's serializer to C++, and the same bytes back. */
@NullUnmarked
@Tag("more")
final class CppEchoTest {

    private static final int TUPLES = Boolean.getBoolean("eyewall.complete") ? 100_000 : 3_000;

    private final Random random = new Random(86);

    @Test
    void cppReadsAndWritesWhatStormWrites() throws Exception {
        KryoEcho.assumeBuilt();
        var storm = new StormBytes();
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < TUPLES; i++) {
            byte[] bytes = storm.of(values(5));
            sent.add(HexFormat.of().formatHex(bytes));
        }
        assertThat(KryoEcho.of(sent)).isEqualTo(sent);
    }

    private List<Object> values(int depth) {
        List<Object> values = new ArrayList<>();
        boolean oneKind = random.nextInt(3) == 0;
        int kind = random.nextInt(14);
        for (int i = random.nextInt(6); i > 0; i--) {
            values.add(value(oneKind ? kind : random.nextInt(14), depth - 1));
        }
        return values;
    }

    private Object value(int kind, int depth) {
        if (random.nextInt(10) == 0) {
            return null;
        }
        if (kind < 8 || depth <= 0) {
            return plain(kind);
        }
        return switch (kind) {
            case 8, 9 -> values(depth);
            case 10 -> new Values(values(depth).toArray());
            case 11 -> new HashSet<>(values(depth));
            case 12 -> map(depth);
            default -> new ConsList(value(random.nextInt(14), depth - 1), values(depth));
        };
    }

    private Map<Object, Object> map(int depth) {
        Map<Object, Object> map = new HashMap<>();
        for (Object key : values(0)) {
            map.put(key, value(random.nextInt(14), depth - 1));
        }
        return map;
    }

    private Object plain(int kind) {
        return switch (kind) {
            case 0 -> random.nextInt() >> random.nextInt(32);
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> random.nextDouble();
            case 3 -> random.nextBoolean();
            case 4 -> (char) random.nextInt();
            case 5 -> BigInteger.valueOf(random.nextLong());
            case 6 -> new byte[random.nextInt(40)];
            default -> text();
        };
    }

    private String text() {
        int bits = List.of(7, 8, 16).get(random.nextInt(3));
        var text = new StringBuilder();
        for (int i = random.nextInt(70); i > 0; i--) {
            text.append((char) random.nextInt(1 << bits));
        }
        return text.toString();
    }
}
