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

/** Maps names of old Storm's classes to today's. Thread-safe. */
public final class LegacyNames implements Renaming {
    private static final Map<String, String> PACKAGES =
            Map.of(
                    "backtype/storm/", "org/apache/storm/",
                    "storm/trident/", "org/apache/storm/trident/",
                    "org/apache/thrift7/", "org/apache/storm/thrift/");

    /**
     * Classes that 2.x still has, but with methods that users had to implement otherwise. Its own
     * classes don't call them, or through something that we put between (LegacyCalls).
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

    /** The same of Storm 1.x, if the application has some that are written for it. */
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

    /** Classes of ours, by what they are called now: without ZooKeeper; with old constructors. */
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
     * The interface that Nimbus' clients give to users since 2.0: it has the methods that they
     * call.
     */
    static final String IFACE = "org/apache/storm/generated/Nimbus$Iface";

    /** Libraries that came with old Storm, so that applications did not bundle them. */
    private static final List<String> BROUGHT =
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
     * @param has whether its jars have the class, by internal name
     * @param partitioned whether it has partitioned Trident spouts as they were until 1.x
     * @param makesClients whether it makes clients of Nimbus itself
     */
    public record Application(Predicate<String> has, boolean partitioned, boolean makesClients) {}

    /**
     * @param storm whether Storm 2.x and its libraries have the class, by internal name
     * @param kept whether it is a class of old Storm that we have
     */
    public LegacyNames(Predicate<String> storm, Application application, Predicate<String> kept) {
        this.storm = storm;
        this.application = application;
        this.kept = kept;
    }

    /** For ASM's visitors. */
    Remapper remapper() {
        return remapper;
    }

    /**
     * @param name internal, such as {@code backtype/storm/tuple/Fields}
     */
    String internal(String name) {
        return mapped.computeIfAbsent(name, this::lookUp);
    }

    private String lookUp(String name) {
        String outer = outer(name);
        if (KEPT.contains(outer)) {
            return name;
        }
        if (application.partitioned() && PARTITIONED.containsKey(outer)) {
            return PARTITIONED.get(outer) + name.substring(outer.length());
        }
        String now = today(name);
        if (now.equals(CLIENT) && !application.makesClients()) {
            return IFACE;
        }
        String outerNow = outer(now);
        String replaced = application.has().test(outerNow) ? null : REPLACED.get(outerNow);
        return replaced == null ? now : replaced + now.substring(outerNow.length());
    }

    private static String outer(String name) {
        int inner = name.indexOf('$');
        return inner < 0 ? name : name.substring(0, inner);
    }

    /** Its name now; or of a class of old Storm that we have, for one that 1.x had. */
    private String today(String name) {
        for (Map.Entry<String, String> folder : PACKAGES.entrySet()) {
            if (name.startsWith(folder.getKey())) {
                String now = folder.getValue() + name.substring(folder.getKey().length());
                return storm.test(now) ? now : name;
            }
        }
        if (name.startsWith(STORM) && !storm.test(name) && !application.has().test(name)) {
            String old = "backtype/storm/" + name.substring(STORM.length());
            return kept.test(old) ? old : name;
        }
        boolean shaded =
                BROUGHT.stream().anyMatch(name::startsWith)
                        && !application.has().test(name)
                        && !storm.test(name)
                        && storm.test(SHADE + name);
        return shaded ? SHADE + name : name;
    }

    /**
     * @param name as {@code Class.getName} has it
     */
    public String binary(String name) {
        return internal(name.replace('.', '/')).replace('/', '.');
    }

    /** A string that is the name of a class of old Storm, as its name now; others as they are. */
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
