package io.eyewall.dist;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An SBOM in CycloneDX's JSON. Maven writes it from the dependencies; this class adds the paths of
 * files, and the parts that are not dependencies.
 */
final class Sbom {
    /** Name of the property with a component's path in the package. */
    static final String PATH_PROPERTY = "eyewall:file";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode root;

    private Sbom(ObjectNode root) {
        this.root = root;
    }

    /**
     * @throws IOException if the file can't be read, or is not a JSON object
     */
    static Sbom read(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(
                    file
                            + " is missing: cyclonedx-maven-plugin has not run, as Maven leaves it out"
                            + " when it is offline; build without -o");
        }
        if (JSON.readTree(file.toFile()) instanceof ObjectNode object) {
            return new Sbom(object);
        }
        throw new IOException(file + " is not a JSON object: expected an SBOM in CycloneDX");
    }

    List<Component> components() {
        List<Component> components = new ArrayList<>();
        for (JsonNode node : root.path("components")) {
            components.add(
                    new Component(
                            node.path("group").asText(),
                            node.path("name").asText(),
                            node.path("version").asText(),
                            licences(node),
                            website(node),
                            sha256(node)));
        }
        return components;
    }

    /** Replaces names of licences by SPDX ids. */
    void replaceLicenceNames(Map<String, String> spdx) {
        for (JsonNode component : root.path("components")) {
            for (JsonNode choice : component.path("licenses")) {
                String id = spdx.get(choice.path("license").path("name").asText());
                if (id != null && choice.path("license") instanceof ObjectNode licence) {
                    licence.remove("name");
                    licence.put("id", id);
                }
            }
        }
    }

    private static List<String> licences(JsonNode node) {
        List<String> licences = new ArrayList<>();
        for (JsonNode choice : node.path("licenses")) {
            JsonNode licence = choice.path("license");
            String id = licence.path("id").asText(licence.path("name").asText());
            licences.add(choice.path("expression").asText(id));
        }
        return licences;
    }

    private static String website(JsonNode node) {
        for (JsonNode reference : node.path("externalReferences")) {
            if (reference.path("type").asText().equals("website")) {
                return reference.path("url").asText();
            }
        }
        return "";
    }

    private static String sha256(JsonNode node) {
        for (JsonNode hash : node.path("hashes")) {
            if (hash.path("alg").asText().equals("SHA-256")) {
                return hash.path("content").asText();
            }
        }
        return "";
    }

    /**
     * Adds an entry's path and the artifacts within it to its component, which is added if it is
     * missing.
     */
    void addEntry(Entry entry) {
        ObjectNode component = findComponent(entry.component());
        if (component == null) {
            component = addComponent(root.withArray("components"), entry.component());
            addToDependencies(entry.component().packageUrl());
            if (JarFiles.isJar(entry.file())) {
                component
                        .withArray("hashes")
                        .addObject()
                        .put("alg", "SHA-256")
                        .put("content", JarFiles.sha256(entry.file()));
            }
        }
        component
                .withArray("properties")
                .addObject()
                .put("name", PATH_PROPERTY)
                .put("value", entry.pathInPackage());
        for (Component embedded : entry.embedded()) {
            ObjectNode part = addComponent(component.withArray("components"), embedded);
            part.put("bom-ref", entry.component().packageUrl() + "#" + embedded.packageUrl());
        }
    }

    private @Nullable ObjectNode findComponent(Component wanted) {
        for (JsonNode node : root.path("components")) {
            if (node instanceof ObjectNode object
                    && node.path("purl").asText().equals(wanted.packageUrl())) {
                return object;
            }
        }
        return null;
    }

    private static ObjectNode addComponent(ArrayNode array, Component component) {
        ObjectNode node =
                array.addObject()
                        .put("type", "library")
                        .put("bom-ref", component.packageUrl())
                        .put("group", component.group())
                        .put("name", component.name())
                        .put("version", component.version())
                        .put("purl", component.packageUrl());
        for (String licence : component.licences()) {
            node.withArray("licenses").addObject().putObject("license").put("id", licence);
        }
        return node;
    }

    /** Adds a component to the dependencies of the package itself. */
    private void addToDependencies(String packageUrl) {
        String main = root.path("metadata").path("component").path("bom-ref").asText();
        ArrayNode dependencies = root.withArray("dependencies");
        for (JsonNode dependency : dependencies) {
            if (dependency instanceof ObjectNode object
                    && dependency.path("ref").asText().equals(main)) {
                object.withArray("dependsOn").add(packageUrl);
            }
        }
        dependencies.addObject().put("ref", packageUrl).putArray("dependsOn");
    }

    /** Writes the SBOM, with the same bytes on every operating system. */
    void write(Path file) throws IOException {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        Files.writeString(file, JSON.writer(printer).writeValueAsString(root) + "\n");
    }
}
