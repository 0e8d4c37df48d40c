package io.eyewall.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;

/** Asks a console as its page does. */
final class Page {
    /** Tests needn't wait for seconds. */
    static final Duration PERIOD = Duration.ofMillis(100);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;

    Page(String address) {
        this.address = address;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(address + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Whether what is there has this in it. */
    boolean has(String path, String text) {
        try {
            return get(path).body().contains(text);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<String> post(String json) throws IOException, InterruptedException {
        return post(json, "application/json");
    }

    HttpResponse<String> postTo(String path, String json) throws IOException, InterruptedException {
        return post(path, json, "application/json");
    }

    HttpResponse<String> post(String body, String type) throws IOException, InterruptedException {
        return post("/console/action", body, type);
    }

    private HttpResponse<String> post(String path, String body, String type)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .header("Content-Type", type)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Reads events until there is one of that name that is as wanted. */
    JsonNode event(String key, String name, Predicate<JsonNode> wanted)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(
                                URI.create(
                                        address
                                                + "/console/events?topology="
                                                + URLEncoder.encode(key, StandardCharsets.UTF_8)))
                        .build();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                client.send(request, HttpResponse.BodyHandlers.ofInputStream())
                                        .body(),
                                StandardCharsets.UTF_8))) {
            String event = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    event = line.substring("event: ".length());
                } else if (line.startsWith("data: ") && event.equals(name)) {
                    JsonNode data = MAPPER.readTree(line.substring("data: ".length()));
                    if (wanted.test(data)) {
                        return data;
                    }
                }
            }
        }
        throw new AssertionError(
                "the stream ended without the event '" + name + "' that is wanted");
    }

    /** The key of the topology of that name, once it is there. */
    String key(String name) throws IOException, InterruptedException {
        JsonNode list =
                event("", "list", topologies -> topologies.findValuesAsText("name").contains(name));
        for (JsonNode one : list) {
            if (one.get("name").asText().equals(name)) {
                return one.get("key").asText();
            }
        }
        throw new AssertionError("not there: " + name);
    }
}
