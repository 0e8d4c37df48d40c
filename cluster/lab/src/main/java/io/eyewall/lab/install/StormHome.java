package io.eyewall.lab.install;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An unpacked installation of Storm, with {@code extlib}, {@code extlib-daemon} and {@code
 * conf/storm.yaml}. Adds Eyewall's plug-in to it and removes it. Each file is replaced atomically.
 * {@link #install} writes the jars first and {@link #uninstall} deletes them last, so that the
 * configuration never names a missing class. Both may be repeated at any time, also after a
 * failure.
 */
public final class StormHome {
    private static final String JAR = "eyewall-plugin.jar";
    private static final List<String> JAR_FOLDERS = List.of("extlib", "extlib-daemon");
    private static final String SCHEDULER = "io.eyewall.plugin.scheduler.TrafficScheduler";
    private static final String LOAD_HOOK = "io.eyewall.plugin.monitor.LoadHook";
    private static final String WAIT = "io.eyewall.plugin.monitor.MeasuredWait";
    private static final String ISOLATION_MANAGER =
            "io.eyewall.plugin.supervisor.SmoothIsolationManager";

    private static final String CPU_CAPACITY = "supervisor.cpu.capacity";
    private static final double PERCENT = 100;

    /** Keys that are not written if the configuration sets them already. */
    private static final Set<String> OPTIONAL_KEYS = Set.of(CPU_CAPACITY);

    /** All keys that {@link #install} may have written. */
    private static final Set<String> ALL_KEYS = Set.copyOf(keys("", Path.of("")).keySet());

    private final Path home;
    private final Path yaml;

    /**
     * Checks that the folder is an installation of Storm.
     *
     * @throws InstallException if it is not
     */
    public StormHome(Path home) throws InstallException {
        this.home = home;
        this.yaml = home.resolve("conf").resolve("storm.yaml");
        if (!Files.isDirectory(home.resolve("lib")) || !Files.isRegularFile(yaml)) {
            throw new InstallException(
                    "%s is not an installation of Storm: expected a folder 'lib' and a file 'conf/storm.yaml' in it"
                            .formatted(home));
        }
    }

    /**
     * Returns the keys to add to the configuration.
     *
     * @param generator URL of the schedule generator
     * @param tokenFile file with the generator's token; null if it needs none
     */
    public static Map<String, Object> keys(String generator, @Nullable Path tokenFile) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("eyewall.generator.url", generator);
        if (tokenFile != null) {
            keys.put("eyewall.generator.token.file", tokenFile.toAbsolutePath().toString());
        }
        keys.put("storm.scheduler", SCHEDULER);
        keys.put("topology.auto.task.hooks", List.of(LOAD_HOOK));
        keys.put("topology.bolt.wait.strategy", WAIT);
        keys.put("topology.spout.wait.strategy", WAIT);
        keys.put("topology.backpressure.wait.strategy", WAIT);
        keys.put("storm.resource.isolation.plugin.enable", true);
        keys.put("storm.resource.isolation.plugin", ISOLATION_MANAGER);
        keys.put(CPU_CAPACITY, cpuCapacity());
        return keys;
    }

    /**
     * Returns the processor capacity of a supervisor on this machine, 100 per processor; Storm's
     * default is 400 on every machine.
     */
    public static double cpuCapacity() {
        return PERCENT * Runtime.getRuntime().availableProcessors();
    }

    /** Returns the keys as lines of {@code storm.yaml}. */
    public static String print(Map<String, Object> keys) {
        return MarkedPart.toYaml(keys);
    }

    /**
     * Installs the plug-in, or replaces an installed version. Does not set {@code
     * supervisor.cpu.capacity} if the configuration sets it already.
     *
     * @return the changes, each in a sentence; empty if there were none
     * @throws InstallException if the configuration cannot be parsed, or sets one of the keys
     *     already; nothing was changed then
     */
    public List<String> install(Path plugin, Map<String, Object> keys)
            throws IOException, InstallException {
        String before = read();
        Map<String, Object> addedKeys = new LinkedHashMap<>(keys);
        addedKeys
                .keySet()
                .removeAll(
                        MarkedPart.keysOutside(before, OPTIONAL_KEYS, ALL_KEYS, yaml.toString()));
        String after = MarkedPart.write(before, addedKeys, ALL_KEYS, yaml.toString());
        byte[] code = Files.readAllBytes(plugin);
        List<String> changes = new ArrayList<>();
        for (String folder : JAR_FOLDERS) {
            Path jar = home.resolve(folder).resolve(JAR);
            if (!Files.isRegularFile(jar) || Files.mismatch(jar, plugin) >= 0) {
                Files.createDirectories(home.resolve(folder));
                replace(jar, code);
                changes.add("wrote " + jar);
            }
        }
        if (!after.equals(before)) {
            replace(yaml.toRealPath(), after.getBytes(StandardCharsets.ISO_8859_1));
            changes.add(
                    "wrote " + String.join(", ", addedKeys.keySet()) + " at the end of " + yaml);
        }
        return changes;
    }

    /**
     * Removes what {@link #install} has added.
     *
     * @return the changes, each in a sentence; empty if nothing was installed
     * @throws InstallException if the configuration cannot be parsed; nothing was changed then
     */
    public List<String> uninstall() throws IOException, InstallException {
        String before = read();
        String after = MarkedPart.remove(before, ALL_KEYS, yaml.toString());
        List<String> changes = new ArrayList<>();
        if (!after.equals(before)) {
            replace(yaml.toRealPath(), after.getBytes(StandardCharsets.ISO_8859_1));
            changes.add("removed Eyewall's keys from " + yaml);
        }
        for (String folder : JAR_FOLDERS) {
            Path jar = home.resolve(folder).resolve(JAR);
            if (Files.deleteIfExists(jar)) {
                changes.add("deleted " + jar);
            }
        }
        return changes;
    }

    private String read() throws IOException {
        return Files.readString(yaml, StandardCharsets.ISO_8859_1);
    }

    /** Replaces a file atomically, and keeps its permissions, owner and group. */
    private static void replace(Path file, byte[] contents) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".eyewall-new");
        try (FileChannel channel =
                FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer remaining = ByteBuffer.wrap(contents);
            while (remaining.hasRemaining()) {
                channel.write(remaining);
            }
            channel.force(true);
            PosixFileAttributeView oldAttributes =
                    Files.getFileAttributeView(file, PosixFileAttributeView.class);
            PosixFileAttributeView newAttributes =
                    Files.getFileAttributeView(draft, PosixFileAttributeView.class);
            if (oldAttributes != null && newAttributes != null && Files.exists(file)) {
                newAttributes.setPermissions(oldAttributes.readAttributes().permissions());
                if (!newAttributes
                        .readAttributes()
                        .owner()
                        .equals(oldAttributes.readAttributes().owner())) {
                    newAttributes.setOwner(oldAttributes.readAttributes().owner());
                }
                if (!newAttributes
                        .readAttributes()
                        .group()
                        .equals(oldAttributes.readAttributes().group())) {
                    newAttributes.setGroup(oldAttributes.readAttributes().group());
                }
            }
        } catch (FileAlreadyExistsException e) {
            throw new IOException(
                    draft
                            + " exists: another install is running, or one was killed; if none is running, delete the file",
                    e);
        } catch (IOException e) {
            Files.deleteIfExists(draft);
            throw new IOException("cannot write " + file + ", which is unchanged: " + e, e);
        }
        Files.move(
                draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
