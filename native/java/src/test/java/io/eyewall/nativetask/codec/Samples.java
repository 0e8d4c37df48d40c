package io.eyewall.nativetask.codec;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.NodeInfo;
import org.apache.storm.messaging.netty.BackPressureStatus;
import org.apache.storm.metric.api.IMetricsConsumer.DataPoint;
import org.apache.storm.metric.api.IMetricsConsumer.TaskInfo;
import org.apache.storm.transactional.TransactionAttempt;
import org.apache.storm.trident.tuple.ConsList;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;

/** The values of the golden files, by name. */
// TransactionAttempt is deprecated, and on the wire.
@SuppressWarnings("deprecation")
@NullUnmarked
final class Samples {

    private Samples() {}

    private static List<Object> list(Object... values) {
        return new ArrayList<>(Arrays.asList(values));
    }

    /** Of types that {@link ValuesCodec} knows. */
    static Map<String, List<Object>> plain() {
        Map<String, List<Object>> all = new LinkedHashMap<>();
        all.put("empty", list());
        all.put("word", list("nathan"));
        all.put("word-count", list("nathan", 42L));
        all.put("word-int", list("nathan", 42));
        all.put("ints", list(0, 1, -1, 63, 64, -64, -65, 8191, 8192, 1 << 20, 1 << 27));
        all.put("int-ends", list(Integer.MIN_VALUE, Integer.MAX_VALUE));
        all.put("longs", list(0L, -1L, 1L << 34, 1L << 48, (1L << 55) - 1, 1L << 55, -(1L << 62)));
        all.put("long-ends", list(Long.MIN_VALUE, Long.MAX_VALUE));
        all.put("booleans", list(true, false));
        all.put("small", list((byte) -128, (byte) 127, (short) -2, (short) 32767, 'x', '\uffff'));
        all.put("floats", list(1.5f, -0f, Float.NaN, Float.MIN_VALUE, Float.NEGATIVE_INFINITY));
        all.put("doubles", list(1.5, -0.0, Double.NaN, Double.MAX_VALUE, Double.MIN_VALUE));
        all.put("bytes", list(new byte[0], new byte[] {1, -1, 0}, new byte[200]));
        all.put(
                "big-integers",
                list(BigInteger.ZERO, BigInteger.valueOf(-5), BigInteger.TEN.pow(40)));
        all.put(
                "all-types",
                list(1, "two", 3f, true, (byte) 5, '6', (short) 7, 8L, 9.0, new byte[] {10}));
        all.put(
                "strings",
                list("", "a", "ab", "\u0000\u0001", "\u007f\u007f", "x\u0080", "\u00e9t\u00e9"));
        all.put("strings-32", list("x".repeat(31), "x".repeat(32), "x".repeat(33)));
        all.put(
                "strings-64",
                list("x".repeat(62), "x".repeat(63), "y".repeat(64), "z".repeat(10000)));
        all.put(
                "strings-wide",
                list("\u20ac", "\u07ff\u0800", "\ud83d\ude00", "a\ud83d\ude00b", "\uffff"));
        all.put("surrogates-alone", list("\ud83d", "\ude00x", "\ude00\ud83d"));
        all.put("mixed-nulls", list("a", null, 1L));
        all.put("one-class-nulls", list("a", null, "b"));
        all.put("numbers-nulls", list(1, null, 3));
        all.put("null-and-word", list(null, "word"));
        all.put("all-null", list(null, null));
        all.put("bytes-nulls", list(new byte[] {1}, null));
        all.put("big-integer-nulls", list(null, BigInteger.ONE));
        all.put("many", new ArrayList<>(Collections.nCopies(62, "ab")));
        all.put("many-63", new ArrayList<>(Collections.nCopies(63, "ab")));
        all.put("many-64", new ArrayList<>(Collections.nCopies(64, 1)));
        return all;
    }

    /** Collections, records, classes of a user's. */
    static Map<String, List<Object>> composed() {
        Map<String, List<Object>> all = new LinkedHashMap<>();
        all.put("lists", list(list(1, 2), list(), list("a", 1), list(null, null), list(1, null)));
        all.put("list-alone", list(list(1, 2)));
        all.put("list-nulls", list(list(1), null));
        all.put("values", list(new Values(1, "a"), new Values()));
        all.put("cons-list", list(new ConsList(1, list(2, "x"))));
        all.put("nested", list(list(list(list(), list("deep")))));
        all.put("sets", list(new HashSet<>(List.of(1, 2)), new HashSet<>()));
        all.put("maps", list(new HashMap<>(Map.of("k", 1)), new HashMap<>(Map.of(1, list(2L)))));
        all.put("map-empty", list(new HashMap<>(), "x"));
        Map<Object, Object> nulls = new HashMap<>();
        nulls.put("k", null);
        nulls.put(null, 1);
        all.put("map-nulls", list(nulls, null));
        all.put("transaction-attempt", list(new TransactionAttempt(BigInteger.valueOf(77), 5)));
        all.put("transaction-null", list(new TransactionAttempt(null, 5), null));
        DataPoint point = new DataPoint("name", 42L);
        point.dimensions = new HashMap<>(Map.of("dimension", "value"));
        DataPoint bare = new DataPoint("name", null);
        bare.dimensions = null;
        all.put("data-points", list(point, bare));
        TaskInfo task = new TaskInfo("host", 6700, "word", 9, 1234L, 10);
        all.put("metrics", list(task, list(point)));
        all.put("back-pressure", list(new BackPressureStatus("worker", ints(50, 60), ints())));
        all.put("node-info", list(new NodeInfo("node", new HashSet<>(List.of(6700L, 6701L)))));
        all.put("all-fields", list(new StormBytes.AllFields()));
        all.put("all-fields-null", list(StormBytes.AllFields.nulls(), 1));
        all.put("raw", list(new StormBytes.Raw(7), new StormBytes.Raw(-1)));
        all.put("raw-null", list(new StormBytes.Raw(7), null));
        return all;
    }

    private static List<Integer> ints(Integer... values) {
        return new ArrayList<>(List.of(values));
    }
}
