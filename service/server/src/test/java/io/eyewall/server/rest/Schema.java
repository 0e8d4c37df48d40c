package io.eyewall.server.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/** The types that stand at each path of a JSON text, as in {@code schemas.txt}. */
final class Schema {
    private Schema() {}

    static Map<String, String> of(JsonNode json) {
        Map<String, String> types = new TreeMap<>();
        walk(json, "", types);
        types.remove("");
        return types;
    }

    private static void walk(JsonNode json, String path, Map<String, String> types) {
        String type = type(json);
        types.merge(path, type, (known, more) -> known.contains(more) ? known : known + more);
        if (json.isObject()) {
            json.properties()
                    .forEach(
                            entry -> {
                                String key = entry.getKey().replace("~", "~0").replace("/", "~1");
                                walk(
                                        entry.getValue(),
                                        path.isEmpty() ? key : path + "/" + key,
                                        types);
                            });
        }
        if (json.isArray()) {
            json.forEach(element -> walk(element, path + "[]", types));
        }
    }

    private static String type(JsonNode json) {
        return switch (json.getNodeType()) {
            case ARRAY -> "A";
            case OBJECT -> "O";
            case STRING -> "S";
            case BOOLEAN -> "B";
            case NULL -> "N";
            case NUMBER -> json.isIntegralNumber() ? "I" : "F";
            case BINARY, MISSING, POJO -> throw new IllegalArgumentException(json.toString());
        };
    }
}
