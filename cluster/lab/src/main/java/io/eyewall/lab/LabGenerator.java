package io.eyewall.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The schedule generator that a lab's hosts are configured to use. Immutable.
 *
 * @param url the generator's address
 * @param tokenFile the file with the generator's token; empty if it needs none
 * @param state the folder of the generator's settings and plan, if it runs in the lab
 */
record LabGenerator(URI url, Optional<Path> tokenFile, Path state) {
    private static final String URL_KEY = "eyewall.generator.url";
    private static final String TOKEN_KEY = "eyewall.generator.token.file";
    private static final int TOKEN_BYTES = 32;
    private static final int DEFAULT_HTTP_PORT = 80;

    /**
     * If the generator's URL names the head, replaces that name by the head's address, and adds a
     * token, since other users of the machine may reach the generator at that address.
     *
     * @param conf the keys of {@code storm.yaml}; changed by this method
     * @param folder the lab's folder
     */
    static void resolveHead(Map<String, @Nullable Object> conf, LabHost head, Path folder)
            throws IOException {
        if (!(conf.get(URL_KEY) instanceof String configuredUrl)) {
            return;
        }
        URI url = URI.create(configuredUrl);
        if (!LabHost.HEAD.equals(url.getHost())) {
            return;
        }
        try {
            URI resolved =
                    new URI(
                            url.getScheme(),
                            null,
                            head.address(),
                            url.getPort(),
                            url.getPath(),
                            null,
                            null);
            conf.put(URL_KEY, resolved.toString());
        } catch (URISyntaxException e) {
            throw new IOException("not the address of a schedule generator: " + configuredUrl, e);
        }
        if (conf.get(TOKEN_KEY) == null) {
            conf.put(TOKEN_KEY, createTokenFile(folder.resolve("generator.token")).toString());
        }
    }

    /** Creates a file with a random token, unless it exists; returns the file. */
    private static Path createTokenFile(Path file) throws IOException {
        if (!Files.exists(file)) {
            byte[] random = new byte[TOKEN_BYTES];
            new SecureRandom().nextBytes(random);
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, HexFormat.of().formatHex(random) + "\n");
        }
        return file;
    }

    /**
     * Reads the generator's address from the head's configuration; empty if it has none.
     *
     * @param yaml the head's {@code storm.yaml}, as the lab has written it
     * @param folder the lab's folder
     */
    static Optional<LabGenerator> read(Path yaml, Path folder) throws IOException {
        JsonNode conf =
                JsonMapper.builder()
                        .build()
                        .readTree(Files.readString(yaml, StandardCharsets.UTF_8));
        String url = conf.path(URL_KEY).asText();
        String token = conf.path(TOKEN_KEY).asText();
        return url.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new LabGenerator(
                                URI.create(url),
                                token.isEmpty() ? Optional.empty() : Optional.of(Path.of(token)),
                                folder.resolve("generator")));
    }

    /**
     * Returns the options of a subcommand of {@code eyewall schedule}: of the server for {@code
     * serve}, of a client for all others.
     */
    List<String> options(String verb) {
        List<String> options = new ArrayList<>();
        if (verb.equals("serve")) {
            int port = url.getPort() < 0 ? DEFAULT_HTTP_PORT : url.getPort();
            options.addAll(List.of("--bind", url.getHost(), "--port", Integer.toString(port)));
            options.addAll(List.of("--state", state.toString()));
        } else {
            options.addAll(List.of("--url", url.toString()));
        }
        tokenFile.ifPresent(file -> options.addAll(List.of("--token-file", file.toString())));
        return options;
    }
}
