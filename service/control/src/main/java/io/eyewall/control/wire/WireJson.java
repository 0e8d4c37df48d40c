package io.eyewall.control.wire;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of the protocol: records by their components and maps by their keys, both sorted;
 * durations as ISO-8601; Thrift structures as base64. Strings are transferred unchanged, whatever
 * their characters. The JSON never contains class names. Thread-safe.
 */
public final class WireJson {
    private static final ObjectMapper MAPPER = mapper();

    private WireJson() {}

    private static ObjectMapper mapper() {
        JsonFactory factory =
                JsonFactory.builder()
                        .streamReadConstraints(
                                StreamReadConstraints.builder()
                                        .maxStringLength(Answer.MAX_BYTES)
                                        .build())
                        .build();
        return JsonMapper.builder(factory)
                .addModule(new EngineModule())
                .enable(JsonWriteFeature.ESCAPE_NON_ASCII) // lone surrogates too
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .visibility(PropertyAccessor.GETTER, Visibility.NONE)
                .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
                .visibility(PropertyAccessor.FIELD, Visibility.ANY)
                .build();
    }

    /**
     * Writes a value.
     *
     * @param maxBytes largest size
     * @throws TooLongException if the JSON is longer
     * @throws IOException if the value can't be written as JSON
     */
    public static byte[] bytes(@Nullable Object value, int maxBytes) throws IOException {
        try (BoundedBytes bytes = new BoundedBytes(maxBytes)) {
            MAPPER.writeValue(bytes, value);
            return bytes.toByteArray();
        }
    }

    /**
     * Parses JSON.
     *
     * @throws JsonProcessingException if it is malformed
     */
    public static JsonNode tree(byte[] json) throws IOException {
        return MAPPER.readTree(json);
    }

    /** Returns a value as a JSON tree, to be put into a larger one. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /**
     * Reads a value.
     *
     * @param type type of the value
     * @throws JsonProcessingException if the JSON is malformed or does not match the type
     */
    public static <T> T read(byte[] json, Class<T> type) throws IOException {
        T value = MAPPER.readValue(json, type);
        if (value == null) {
            throw new IOException("null, expected " + type.getSimpleName());
        }
        return value;
    }

    /**
     * Reads a value from a JSON tree; returns null for null.
     *
     * @throws JsonProcessingException if the JSON does not match the type
     */
    public static <T> @Nullable T read(@Nullable JsonNode json, Class<T> type) throws IOException {
        return json == null || json.isNull()
                ? null
                : MAPPER.readValue(MAPPER.treeAsTokens(json), type);
    }
}
