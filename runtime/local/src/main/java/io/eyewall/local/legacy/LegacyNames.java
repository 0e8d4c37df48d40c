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
    private static final Map<String, String> PACKAGES =
            Map.of(
                    "backtype/storm/", "org/apache/storm/",
                    "storm/trident/", "org/apache/storm/trident/",
                    "org/apache/thrift7/", "org/apache/storm/thrift/");

    /**
     * Old classes that keep their names: Storm 2.x still has these classes, but with methods that
     * users had to implement differently. Storm 2.x itself does not call the old ones, or only
     * through an adapter (LegacyCalls).
     */
    private static final Set<String> KEPT =
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
     * Classes of Storm 1.x that are mapped to old classes if the application has partitioned spouts
     * that were written for them.
     */
    private static final Map<String, String> PARTITIONED =
            Map.of(
                    "org/apache/storm/trident/spout/IPartitionedTridentSpout",
                    "storm/trident/spout/IPartitionedTridentSpout",
                    "org/apache/storm/trident/spout/PartitionedTridentSpoutExecutor",
                    "storm/trident/spout/PartitionedTridentSpoutExecutor",
                    "org/apache/storm/trident/spout/IOpaquePartitionedTridentSpout",
                    "storm/trident/spout/IOpaquePartitionedTridentSpout",
                    "org/apache/storm/trident/spout/OpaquePartitionedTridentSpoutExecutor",
                    "storm/trident/spout/OpaquePartitionedTridentSpoutExecutor");

    private static final String YAML = "org/apache/storm/shade/org/yaml/snakeyaml/";

    /**
     * Replacements by Eyewall's classes, by current name; they need no ZooKeeper, or have the old
     * constructors.
     */
    private static final Map<String, String> REPLACED =
            Map.of(
                    "backtype/storm/transactional/state/TransactionalState",
                    "io/eyewall/local/legacy/TransactionalState",
                    "org/apache/storm/utils/DRPCClient",
                    "io/eyewall/local/legacy/OldDrpcClient",
                    "org/apache/storm/state/DefaultStateSerializer",
                    "io/eyewall/local/legacy/OldStateSerializer",
                    YAML + "constructor/SafeConstructor",
                    "io/eyewall/local/legacy/OldYaml$OldSafeConstructor",
                    YAML + "constructor/Constructor",
                    "io/eyewall/local/legacy/OldYaml$OldConstructor",
                    YAML + "representer/Representer",
                    "io/eyewall/local/legacy/OldYaml$OldRepresenter");

    private static final String CLIENT = "org/apache/storm/generated/Nimbus$Client";

    /**
     * The interface of Nimbus's clients since 2.0, which has the methods that applications call.
     */
    static final String IFACE = "org/apache/storm/generated/Nimbus$Iface";

    /** Libraries that were part of old Storm, so that applications did not bundle them. */
    private static final List<String> BUNDLED_BY_STORM =
            List.of(
                    "com/google/common/",
                    "org/apache/commons/",
                    "org/yaml/snakeyaml/",
                    "org/jgrapht/");

    private static final String STORM = "org/apache/storm/";
    private static final String SHADE = "org/apache/storm/shade/";
    private static final Pattern CLASS_NAME =
            Pattern.compile("(backtype\\.storm|storm\\.trident|org\\.apache\\.storm)\\.[\\w.$]+");

    private final Predicate<String> storm;
    private final Application application;
    private final Predicate<String> kept;
    private final Map<String, String> mapped = new ConcurrentHashMap<>();
    private final Remapper remapper =
            new Remapper(Opcodes.ASM9) {
                @Override
                public String map(String internalName) {
                    return internal(internalName);
                }
            };

    /**
     * Facts about an application that decide how it is renamed.
     *
     * @param has whether its jars contain a class, given its internal name
     * @param partitioned whether it has partitioned Trident spouts with the interface of up to 1.x
     * @param makesClients whether it creates clients of Nimbus itself
     */
    public record Application(Predicate<String> has, boolean partitioned, boolean makesClients) {}

    /**
     * @param storm whether Storm 2.x and its libraries have a class, given its internal name
     * @param kept whether a class was extracted from old Storm, given its internal name
     */
    public LegacyNames(Predicate<String> storm, Application application, Predicate<String> kept) {
        this.storm = storm;
        this.application = application;
        this.kept = kept;
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
    String internal(String name) {
        return mapped.computeIfAbsent(name, this::mapUncached);
    }

    private String mapUncached(String name) {
        String outer = outer(name);
        if (KEPT.contains(outer)) {
            return name;
        }
        if (application.partitioned() && PARTITIONED.containsKey(outer)) {
            return PARTITIONED.get(outer) + name.substring(outer.length());
        }
        String current = currentName(name);
        if (current.equals(CLIENT) && !application.makesClients()) {
            return IFACE;
        }
        String currentOuter = outer(current);
        String replaced = application.has().test(currentOuter) ? null : REPLACED.get(currentOuter);
        return replaced == null ? current : replaced + current.substring(currentOuter.length());
    }

    private static String outer(String name) {
        int inner = name.indexOf('$');
        return inner < 0 ? name : name.substring(0, inner);
    }

    /**
     * Returns a class's current name; for a class that only 1.x had, the name of the class
     * extracted from old Storm, if there is one.
     */
    private String currentName(String name) {
        for (Map.Entry<String, String> prefix : PACKAGES.entrySet()) {
            if (name.startsWith(prefix.getKey())) {
                String current = prefix.getValue() + name.substring(prefix.getKey().length());
                return storm.test(current) ? current : name;
            }
        }
        if (name.startsWith(STORM) && !storm.test(name) && !application.has().test(name)) {
            String old = "backtype/storm/" + name.substring(STORM.length());
            return kept.test(old) ? old : name;
        }
        boolean shaded =
                BUNDLED_BY_STORM.stream().anyMatch(name::startsWith)
                        && !application.has().test(name)
                        && !storm.test(name)
                        && storm.test(SHADE + name);
        return shaded ? SHADE + name : name;
    }

    /** Maps a name in the form of {@code Class.getName}. */
    public String binary(String name) {
        return internal(name.replace('.', '/')).replace('/', '.');
    }

    /** Maps a string that is the name of a class of old Storm; returns other strings unchanged. */
    String text(String value) {
        return CLASS_NAME.matcher(value).matches() ? binary(value) : value;
    }

    @Override
    public String className(String internalName) {
        return internal(internalName);
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
