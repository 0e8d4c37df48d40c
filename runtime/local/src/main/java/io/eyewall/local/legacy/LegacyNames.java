package io.eyewall.local.legacy;

import io.eyewall.local.link.Renaming;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.Remapper;

/** Maps names of old Storm's classes to current names. Any thread may call. */
public final class LegacyNames implements Renaming {
    private static final Map<String, String> PACKAGE_PREFIXES =
            Map.of(
                    "backtype/storm/", "org/apache/storm/",
                    "storm/trident/", "org/apache/storm/trident/",
                    "org/apache/thrift7/", "org/apache/storm/thrift/");

    /**
     * Old classes that keep their names: Storm 2.x still has these classes, but with methods that
     * users had to implement differently. Storm 2.x itself does not call the old classes, or only
     * through an adapter ({@link LegacyCalls}).
     */
    private static final Set<String> UNRENAMED =
            Set.of(
                    "backtype/storm/spout/Scheme",
                    "backtype/storm/spout/MultiScheme",
                    "backtype/storm/spout/RawScheme",
                    "backtype/storm/spout/RawMultiScheme",
                    "backtype/storm/spout/SchemeAsMultiScheme",
                    "storm/trident/spout/IPartitionedTridentSpout",
                    "storm/trident/spout/PartitionedTridentSpoutExecutor",
                    "storm/trident/spout/IOpaquePartitionedTridentSpout",
                    "storm/trident/spout/OpaquePartitionedTridentSpoutExecutor");

    /**
     * Classes of Storm 1.x, mapped to old classes. The mapping applies if the application has
     * partitioned spouts that were written for Storm 1.x.
     */
    private static final Map<String, String> OLD_PARTITIONED_SPOUTS =
            Map.of(
                    "org/apache/storm/trident/spout/IPartitionedTridentSpout",
                    "storm/trident/spout/IPartitionedTridentSpout",
                    "org/apache/storm/trident/spout/PartitionedTridentSpoutExecutor",
                    "storm/trident/spout/PartitionedTridentSpoutExecutor",
                    "org/apache/storm/trident/spout/IOpaquePartitionedTridentSpout",
                    "storm/trident/spout/IOpaquePartitionedTridentSpout",
                    "org/apache/storm/trident/spout/OpaquePartitionedTridentSpoutExecutor",
                    "storm/trident/spout/OpaquePartitionedTridentSpoutExecutor");

    private static final String YAML_PREFIX = "org/apache/storm/shade/org/yaml/snakeyaml/";

    /**
     * Eyewall's replacements of classes, by the class's current name, or by its old name if Storm
     * 2.x does not have the class. A replacement needs no ZooKeeper, or has the old constructors.
     */
    private static final Map<String, String> EYEWALL_REPLACEMENTS =
            Map.of(
                    "backtype/storm/transactional/state/TransactionalState",
                    "io/eyewall/local/legacy/TransactionalState",
                    "org/apache/storm/utils/DRPCClient",
                    "io/eyewall/local/legacy/OldDrpcClient",
                    "org/apache/storm/state/DefaultStateSerializer",
                    "io/eyewall/local/legacy/OldStateSerializer",
                    YAML_PREFIX + "constructor/SafeConstructor",
                    "io/eyewall/local/legacy/OldYaml$OldSafeConstructor",
                    YAML_PREFIX + "constructor/Constructor",
                    "io/eyewall/local/legacy/OldYaml$OldConstructor",
                    YAML_PREFIX + "representer/Representer",
                    "io/eyewall/local/legacy/OldYaml$OldRepresenter");

    private static final String NIMBUS_CLIENT = "org/apache/storm/generated/Nimbus$Client";

    /**
     * The interface of Nimbus's clients since 2.0, which has the methods that applications call.
     */
    static final String NIMBUS_IFACE = "org/apache/storm/generated/Nimbus$Iface";

    /** Libraries that were part of old Storm, so that applications did not bundle them. */
    private static final List<String> BUNDLED_BY_STORM =
            List.of(
                    "com/google/common/",
                    "org/apache/commons/",
                    "org/yaml/snakeyaml/",
                    "org/jgrapht/");

    private static final String STORM_PREFIX = "org/apache/storm/";
    private static final String SHADED_PREFIX = "org/apache/storm/shade/";
    private static final Pattern CLASS_NAME =
            Pattern.compile("(backtype\\.storm|storm\\.trident|org\\.apache\\.storm)\\.[\\w.$]+");

    private final Predicate<String> isInStorm;
    private final Application application;
    private final Predicate<String> isExtracted;
    private final Map<String, String> cache = new ConcurrentHashMap<>();
    private final Remapper remapper =
            new Remapper(Opcodes.ASM9) {
                @Override
                public String map(String internalName) {
                    return mapInternalName(internalName);
                }
            };

    /**
     * Facts about an application that decide how it is renamed.
     *
     * @param contains whether its jars contain a class, given its internal name
     * @param hasOldPartitionedSpouts whether it has partitioned Trident spouts with the interface
     *     that Storm had up to and including 1.x
     * @param createsNimbusClients whether it constructs Nimbus clients itself
     */
    public record Application(
            Predicate<String> contains,
            boolean hasOldPartitionedSpouts,
            boolean createsNimbusClients) {}

    /**
     * @param isInStorm whether Storm 2.x and its libraries have a class, given its internal name
     * @param isExtracted whether a class was extracted from old Storm, given its internal name
     */
    public LegacyNames(
            Predicate<String> isInStorm, Application application, Predicate<String> isExtracted) {
        this.isInStorm = isInStorm;
        this.application = application;
        this.isExtracted = isExtracted;
    }

    /** Returns the mapping in ASM's form. */
    Remapper remapper() {
        return remapper;
    }

    /**
     * Maps an internal name.
     *
     * @param name such as {@code backtype/storm/tuple/Fields}
     */
    String mapInternalName(String name) {
        return cache.computeIfAbsent(name, this::mapUncached);
    }

    private String mapUncached(String name) {
        String outer = outerClass(name);
        if (UNRENAMED.contains(outer)) {
            return name;
        }
        if (application.hasOldPartitionedSpouts() && OLD_PARTITIONED_SPOUTS.containsKey(outer)) {
            return OLD_PARTITIONED_SPOUTS.get(outer) + name.substring(outer.length());
        }
        String current = currentName(name);
        if (current.equals(NIMBUS_CLIENT) && !application.createsNimbusClients()) {
            return NIMBUS_IFACE;
        }
        String currentOuter = outerClass(current);
        String replacement =
                application.contains().test(currentOuter)
                        ? null
                        : EYEWALL_REPLACEMENTS.get(currentOuter);
        return replacement == null
                ? current
                : replacement + current.substring(currentOuter.length());
    }

    private static String outerClass(String name) {
        int inner = name.indexOf('$');
        return inner < 0 ? name : name.substring(0, inner);
    }

    /**
     * Returns a class's current name; for a class that only 1.x had, the name of the class
     * extracted from old Storm, if there is one.
     */
    private String currentName(String name) {
        for (Map.Entry<String, String> prefix : PACKAGE_PREFIXES.entrySet()) {
            if (name.startsWith(prefix.getKey())) {
                String current = prefix.getValue() + name.substring(prefix.getKey().length());
                return isInStorm.test(current) ? current : name;
            }
        }
        if (name.startsWith(STORM_PREFIX)
                && !isInStorm.test(name)
                && !application.contains().test(name)) {
            String old = "backtype/storm/" + name.substring(STORM_PREFIX.length());
            return isExtracted.test(old) ? old : name;
        }
        boolean shaded =
                BUNDLED_BY_STORM.stream().anyMatch(name::startsWith)
                        && !application.contains().test(name)
                        && !isInStorm.test(name)
                        && isInStorm.test(SHADED_PREFIX + name);
        return shaded ? SHADED_PREFIX + name : name;
    }

    /** Maps a name in the form of {@code Class.getName}. */
    public String mapBinaryName(String name) {
        return mapInternalName(name.replace('.', '/')).replace('/', '.');
    }

    /** Maps a string that is the name of a class of old Storm; returns other strings unchanged. */
    String mapIfClassName(String value) {
        return CLASS_NAME.matcher(value).matches() ? mapBinaryName(value) : value;
    }

    @Override
    public String className(String internalName) {
        return mapInternalName(internalName);
    }

    @Override
    public String methodDescriptor(String descriptor) {
        return remapper.mapMethodDesc(descriptor);
    }

    @Override
    public boolean replaces(String owner, String name, String descriptor) {
        return LegacyTransformer.replaces(owner, name, descriptor);
    }
}
