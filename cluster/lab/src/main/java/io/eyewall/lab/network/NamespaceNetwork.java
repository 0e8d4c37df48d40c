package io.eyewall.lab.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Puts each host into a network namespace of its own. A further namespace has a bridge that
 * connects the hosts, by one link per host. The namespaces have no route to the outside: hosts
 * reach only each other, and only processes in the namespaces reach them. Links are created within
 * the namespaces, never in the machine's namespace, and vanish with them. Any thread may call.
 *
 * <p>A host's link is {@code eth0} at the host, and has the host's name at the bridge. A rate is a
 * token bucket filter at both ends of the link, one for each direction.
 */
final class NamespaceNetwork implements LabNetwork {
    private static final String NAME_PREFIX = "eyewall-";
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final String BRIDGE = "bridge";
    private static final String LINK = "eth0";
    private static final int BITS_PER_BYTE = 8;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A packet that would wait longer than this in a link's queue is dropped. */
    private static final String MAX_QUEUE_DELAY = "200ms";

    private final String prefix;
    private final String bridge;

    NamespaceNetwork(String labId) {
        prefix = NAME_PREFIX + labId + "-";
        bridge = prefix + BRIDGE;
    }

    private String namespaceOf(String host) {
        return prefix + host;
    }

    @Override
    public void create(List<NumberedHost> hosts) throws IOException, InterruptedException {
        ip("netns", "add", bridge);
        ip("-n", bridge, "link", "add", BRIDGE, "type", "bridge");
        ip("-n", bridge, "link", "set", BRIDGE, "up");
        for (NumberedHost host : hosts) {
            String namespace = namespaceOf(host.name());
            String name = host.name();
            ip("netns", "add", namespace);
            ip("-n", namespace, "link", "set", "lo", "up");
            ip(
                    "link", "add", "name", LINK, "netns", namespace, "type", "veth", "peer", "name",
                    name, "netns", bridge);
            ip("-n", namespace, "address", "add", address(host.number()) + "/24", "dev", LINK);
            ip("-n", namespace, "link", "set", LINK, "up");
            ip("-n", bridge, "link", "set", name, "master", BRIDGE, "up");
        }
    }

    @Override
    public String address(int number) {
        return "10.83.0." + number;
    }

    @Override
    public List<String> commandPrefix(String host) {
        return List.of("ip", "netns", "exec", namespaceOf(host));
    }

    @Override
    public void setRate(String host, Optional<Rate> rate) throws IOException, InterruptedException {
        setRate(namespaceOf(host), LINK, rate);
        setRate(bridge, host, rate);
    }

    private void setRate(String namespace, String link, Optional<Rate> rate)
            throws IOException, InterruptedException {
        if (rate.isPresent()) {
            SystemCommand.run(
                    "tc",
                    "-n",
                    namespace,
                    "qdisc",
                    "replace",
                    "dev",
                    link,
                    "root",
                    "tbf",
                    "rate",
                    rate.get().bitsPerSec() + "bit",
                    "burst",
                    Long.toString(rate.get().burstBytes()),
                    "latency",
                    MAX_QUEUE_DELAY);
        } else if (rate(namespace, link).isPresent()) {
            SystemCommand.run("tc", "-n", namespace, "qdisc", "del", "dev", link, "root");
        }
    }

    @Override
    public Optional<Rate> rate(String host) throws IOException, InterruptedException {
        return rate(namespaceOf(host), LINK);
    }

    private Optional<Rate> rate(String namespace, String link)
            throws IOException, InterruptedException {
        String output =
                SystemCommand.run("tc", "-j", "-n", namespace, "qdisc", "show", "dev", link);
        for (JsonNode discipline : JSON.readTree(output)) {
            if (discipline.path("kind").asText().equals("tbf")) {
                long bytesPerSec = discipline.path("options").path("rate").asLong();
                return Optional.of(new Rate(bytesPerSec * BITS_PER_BYTE));
            }
        }
        return Optional.empty();
    }

    @Override
    public void remove() throws IOException, InterruptedException {
        for (String part : partNames()) {
            try {
                ip("netns", "del", part);
            } catch (IOException e) {
                if (Files.exists(NAMESPACES.resolve(part))) {
                    throw e;
                }
            }
        }
    }

    @Override
    public List<String> partNames() {
        List<String> partNames = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(NAMESPACES, prefix + "*")) {
            all.forEach(each -> partNames.add(String.valueOf(each.getFileName())));
        } catch (NoSuchFileException e) {
            return partNames; // no namespace was ever created
        } catch (IOException e) {
            throw new UncheckedIOException(NAMESPACES + " cannot be read", e);
        }
        partNames.sort(null);
        return partNames;
    }

    @Override
    public LongPredicate processes() {
        Set<Object> namespaces = new HashSet<>();
        partNames().forEach(part -> fileKey(NAMESPACES.resolve(part)).ifPresent(namespaces::add));
        return pid ->
                fileKey(Path.of("/proc/" + pid + "/ns/net"))
                        .filter(namespaces::contains)
                        .isPresent();
    }

    /** Returns a key that identifies a namespace; empty if it is gone, or another user's. */
    private static Optional<Object> fileKey(Path file) {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void ip(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        SystemCommand.run(command.toArray(new String[0]));
    }
}
