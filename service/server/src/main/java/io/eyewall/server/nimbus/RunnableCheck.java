package io.eyewall.server.nimbus;

import io.eyewall.server.nimbus.ClassDescriptions.ClassDescription;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.lang.Runtime.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.SimpleVersion;
import org.apache.storm.utils.VersionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Refuses topologies at submission that would only crash in their process: those with classes of an
 * incompatible Storm version or a newer Java version. Only reads bytes; deserializes no user object
 * and loads no user class.
 */
final class RunnableCheck {
    /** Java n writes class files of version n + 44. */
    private static final int CLASS_FILE_VERSION_OFFSET = 44;

    private static final String STORM_PACKAGE = "org.apache.storm.";

    private final int javaVersion;
    private final List<ZipFile> jars;
    private final Set<String> checkedClasses = new HashSet<>();

    private RunnableCheck(int javaVersion, List<ZipFile> jars) {
        this.javaVersion = javaVersion;
        this.jars = jars;
    }

    /**
     * Checks a topology against the Storm and Java versions of this process, which the topology's
     * process shares.
     *
     * @param files the topology's jar, then its dependencies
     * @throws IllegalArgumentException if the topology can't run; the message says why and what to
     *     do
     * @throws IOException if a jar can't be read
     */
    static void check(StormTopology topology, List<Path> files) throws IOException {
        check(topology, files, Runtime.version());
    }

    static void check(StormTopology topology, List<Path> files, Version version)
            throws IOException {
        checkStorm(topology.get_storm_version());
        List<ZipFile> jars = new ArrayList<>();
        try {
            for (Path file : files) {
                try {
                    jars.add(new ZipFile(file.toFile()));
                } catch (ZipException e) {
                    // Not a jar: it has no classes. A topology of Storm's own components needs
                    // none.
                }
            }
            new RunnableCheck(version.feature(), jars).checkComponents(topology);
        } finally {
            for (ZipFile jar : jars) {
                jar.close();
            }
        }
    }

    /**
     * Applies Storm's rule, with Storm's message: daemon/nimbus/Nimbus.java,
     * utils/Utils.getCompatibleVersion.
     */
    private static void checkStorm(@Nullable String clientVersion) {
        if (clientVersion == null) {
            return; // the client is older than Storm 2.0
        }
        SimpleVersion ours = new SimpleVersion(VersionInfo.getVersion());
        if (new SimpleVersion(clientVersion).getMajor() != ours.getMajor()) {
            throw new IllegalArgumentException(
                    "Topology submitted with storm version %s but could not find a configured compatible version to use [%s]; submit it with a client of Storm %d, or with 'eyewall submit'"
                            .formatted(clientVersion, ours, ours.getMajor()));
        }
    }

    private void checkComponents(StormTopology topology) throws IOException {
        Map<String, ComponentObject> objects = new HashMap<>();
        for (Map.Entry<String, SpoutSpec> each : topology.get_spouts().entrySet()) {
            objects.put(each.getKey(), each.getValue().get_spout_object());
        }
        for (Map.Entry<String, Bolt> each : topology.get_bolts().entrySet()) {
            objects.put(each.getKey(), each.getValue().get_bolt_object());
        }
        for (Map.Entry<String, ComponentObject> each : objects.entrySet()) {
            if (each.getValue().is_set_serialized_java()) {
                for (ClassDescription described :
                        ClassDescriptions.findIn(each.getValue().get_serialized_java())) {
                    if (checkedClasses.add(described.name())) {
                        checkClass(each.getKey(), described);
                    }
                }
            }
        }
    }

    private void checkClass(String component, ClassDescription described) throws IOException {
        if (described.name().startsWith(STORM_PACKAGE) && described.hasObjects()) {
            checkUid(component, described);
        }
        int neededJava = neededJavaOf(described.name());
        if (neededJava > javaVersion) {
            throw new IllegalArgumentException(
                    "component '%s': class %s was compiled for Java %d, and topologies run on Java %d here; compile it for that (--release %d), or run the server on Java %d"
                            .formatted(
                                    component,
                                    described.name(),
                                    neededJava,
                                    javaVersion,
                                    javaVersion,
                                    neededJava));
        }
    }

    private static void checkUid(String component, ClassDescription described) {
        Class<?> ourClass;
        try {
            ourClass = Class.forName(described.name(), false, RunnableCheck.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return; // a class of the application
        }
        ObjectStreamClass ours = ObjectStreamClass.lookup(ourClass);
        if (ours == null || ourClass.isEnum() || ourClass.isRecord()) {
            return;
        }
        if (ours.getSerialVersionUID() != described.uid()) {
            throw new IllegalArgumentException(
                    "component '%s': class %s of the client's Storm has serialVersionUID %d, that of Storm %s here %d; submit it with a client of Storm %s, or with 'eyewall submit'"
                            .formatted(
                                    component,
                                    described.name(),
                                    described.uid(),
                                    VersionInfo.getVersion(),
                                    ours.getSerialVersionUID(),
                                    VersionInfo.getVersion()));
        }
    }

    /** Returns the oldest Java version that can load a class; 0 if no jar has the class. */
    private int neededJavaOf(String className) throws IOException {
        String name = className.replace('.', '/') + ".class";
        for (ZipFile jar : jars) {
            ZipEntry entry = jar.getEntry(name);
            if (entry != null) {
                try (InputStream in = jar.getInputStream(entry);
                        DataInputStream data = new DataInputStream(in)) {
                    data.readInt(); // the magic number
                    data.readUnsignedShort(); // the minor version
                    return data.readUnsignedShort() - CLASS_FILE_VERSION_OFFSET;
                }
            }
        }
        return 0;
    }
}
