package io.eyewall.cli.legacy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.Remapper;

/** What a class of old Storm is called now. Thread-safe. */
public final class LegacyNames {
    private static final Map<String, String> PACKAGES =
            Map.of(
                    "backtype/storm/", "org/apache/storm/",
                    "storm/trident/", "org/apache/storm/trident/",
                    "org/apache/thrift7/", "org/apache/storm/thrift/");

    /**
     * What 2.x still has, but with methods that users had to implement otherwise. Its own classes
     * don't call them, or through something that we put between (LegacyCalls).
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

    /** Classes of ours: without ZooKeeper; with the constructors of old. */
    private static final Map<String, String> REPLACED =
            Map.of(
                    "backtype/storm/transactional/state/TransactionalState",
                    "io/eyewall/cli/legacy/TransactionalState",
                    "backtype/storm/utils/DRPCClient",
                    "io/eyewall/cli/legacy/OldDrpcClient");

    /** Libraries that came with old Storm, so that applications did not bundle them. */
    private static final List<String> BROUGHT =
            List.of(
                    "com/google/common/",
                    "org/apache/commons/",
                    "org/yaml/snakeyaml/",
                    "org/jgrapht/");

    private static final String SHADE = "org/apache/storm/shade/";
    private static final Pattern CLASS_NAME =
            Pattern.compile("(backtype\\.storm|storm\\.trident)\\.[\\w.$]+");

    private final Predicate<String> storm;
    private final Predicate<String> application;
    private final Map<String, String> mapped = new ConcurrentHashMap<>();
    private final Remapper remapper =
            new Remapper(Opcodes.ASM9) {
                @Override
                public String map(String internalName) {
                    return internal(internalName);
                }
            };

    /**
     * @param storm whether Storm 2.x and its libraries have the class, by internal name
     * @param application whether the application's jars have it
     */
    public LegacyNames(Predicate<String> storm, Predicate<String> application) {
        this.storm = storm;
        this.application = application;
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
        String outer = name.indexOf('$') < 0 ? name : name.substring(0, name.indexOf('$'));
        if (KEPT.contains(outer)) {
            return name;
        }
        if (REPLACED.containsKey(outer)) {
            return REPLACED.get(outer) + name.substring(outer.length());
        }
        for (Map.Entry<String, String> folder : PACKAGES.entrySet()) {
            if (name.startsWith(folder.getKey())) {
                String now = folder.getValue() + name.substring(folder.getKey().length());
                return storm.test(now) ? now : name;
            }
        }
        boolean shaded =
                BROUGHT.stream().anyMatch(name::startsWith)
                        && !application.test(name)
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
}
