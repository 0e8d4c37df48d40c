package io.eyewall.server.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request to Storm's UI, and what its answer looked like.
 *
 * @param path with the ids of the recorded topologies
 * @param requestBody null for none
 * @param kind json, jsonp or text
 * @param headers of the answer
 * @param schema types of JSON by path
 */
record Recording(
        String name,
        String method,
        String path,
        Map<String, String> requestHeaders,
        @Nullable String requestBody,
        int status,
        String kind,
        Map<String, String> headers,
        Map<String, String> schema) {
    private static final String FOLDER = "/storm-ui/";

    static List<Recording> all() throws IOException {
        List<Map<String, String>> schemas = schemas();
        ObjectMapper mapper = new ObjectMapper();
        List<Recording> recordings = new ArrayList<>();
        for (String line : read("requests.jsonl").lines().toList()) {
            JsonNode json = mapper.readTree(line);
            int schema = json.get("schema").intValue();
            recordings.add(
                    new Recording(
                            json.get("name").asText(),
                            json.get("method").asText(),
                            json.get("path").asText(),
                            texts(json.get("requestHeaders")),
                            json.has("requestBody") ? json.get("requestBody").asText() : null,
                            json.get("status").intValue(),
                            json.get("kind").asText(),
                            texts(json.get("headers")),
                            schema < 0 ? Map.of() : schemas.get(schema)));
        }
        return recordings;
    }

    private static Map<String, String> texts(@Nullable JsonNode json) {
        Map<String, String> texts = new HashMap<>();
        if (json != null) {
            json.properties()
                    .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        }
        return texts;
    }

    private static List<Map<String, String>> schemas() throws IOException {
        List<Map<String, String>> schemas = new ArrayList<>();
        for (String line : read("schemas.txt").lines().toList()) {
            if (line.startsWith("# ")) {
                schemas.add(new TreeMap<>());
            } else {
                int space = line.lastIndexOf(' ');
                schemas.get(schemas.size() - 1)
                        .put(line.substring(0, space), line.substring(space + 1));
            }
        }
        return schemas;
    }

    private static String read(String name) throws IOException {
        try (InputStream in = Recording.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IOException(FOLDER + name + " is not on the class path of the tests");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
