package io.eyewall.nativetask.codec;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.storm.generated.NodeInfo;
import org.apache.storm.messaging.netty.BackPressureStatus;
import org.apache.storm.metric.api.IMetricsConsumer.DataPoint;
import org.apache.storm.metric.api.IMetricsConsumer.TaskInfo;
import org.apache.storm.transactional.TransactionAttempt;
import org.apache.storm.trident.tuple.ConsList;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.ListDelegate;

/** Values as text, the same as in {@code native/kryo/test/notation.hpp}. */
// TransactionAttempt is deprecated, and on the wire.
@SuppressWarnings("deprecation")
public final class Notation {

    private static final Map<Class<?>, Integer> RECORDS =
            Map.of(
                    TransactionAttempt.class, 0x11,
                    DataPoint.class, 0x13,
                    TaskInfo.class, 0x14,
                    BackPressureStatus.class, 0x16,
                    NodeInfo.class, 0x17,
                    StormBytes.AllFields.class, 0x18,
                    StormBytes.Raw.class, 0x19);

    private Notation() {}

    /** A tuple's values. */
    public static String of(List<?> values) {
        return values.stream().map(Notation::value).collect(Collectors.joining(", ", "[", "]"));
    }

    /** One value with its type. */
    public static String value(Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof Integer) {
            return "int:" + value;
        } else if (value instanceof String text) {
            return quoted(text);
        } else if (value instanceof Float number) {
            return "float:" + HexFormat.of().toHexDigits(Float.floatToRawIntBits(number));
        } else if (value instanceof Boolean) {
            return value.toString();
        } else if (value instanceof Byte) {
            return "byte:" + value;
        } else if (value instanceof Character unit) {
            return "char:" + HexFormat.of().toHexDigits(unit);
        } else if (value instanceof Short) {
            return "short:" + value;
        } else if (value instanceof Long) {
            return "long:" + value;
        } else if (value instanceof Double number) {
            return "double:" + HexFormat.of().toHexDigits(Double.doubleToRawLongBits(number));
        } else if (value instanceof byte[] bytes) {
            return "bytes:" + HexFormat.of().formatHex(bytes);
        } else if (value instanceof BigInteger number) {
            return "big_integer:" + HexFormat.of().formatHex(number.toByteArray());
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> value(entry.getKey()) + "=" + value(entry.getValue()))
                    .collect(Collectors.joining(", ", "hash_map{", "}"));
        } else if (value instanceof Collection<?> items) {
            return name(items) + of(new ArrayList<>(items));
        }
        return record(value);
    }

    private static String name(Collection<?> items) {
        if (items instanceof Values) {
            return "values";
        } else if (items instanceof ListDelegate) {
            return "list_delegate";
        } else if (items instanceof ConsList) {
            return "cons_list";
        }
        return items instanceof HashSet ? "hash_set" : "array_list";
    }

    private static String quoted(String text) {
        var to = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit >= 0x20 && unit < 0x7f && unit != '"' && unit != '\\') {
                to.append(unit);
            } else {
                to.append("\\u").append(HexFormat.of().toHexDigits(unit));
            }
        }
        return to.append('"').toString();
    }

    private static String record(Object value) {
        Integer classId = RECORDS.get(value.getClass());
        if (classId == null) {
            throw new IllegalArgumentException("no notation for " + value.getClass());
        }
        List<Object> fields = new ArrayList<>();
        List<Field> declared = new ArrayList<>(List.of(value.getClass().getDeclaredFields()));
        declared.sort(Comparator.comparing(Field::getName));
        for (Field field : declared) {
            if (!Modifier.isStatic(field.getModifiers())
                    && !Modifier.isTransient(field.getModifiers())) {
                field.setAccessible(true);
                try {
                    fields.add(field.get(value));
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return "record:" + HexFormat.of().toHexDigits((byte) (int) classId) + of(fields);
    }
}
