package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.storm.serialization.IKryoDecorator;
import org.junit.jupiter.api.Test;

/**
 * Classes that are compiled against Storm 2.8.3 also link with Storm 3: they use nothing of {@code
 * storm-client} that Storm 3 lacks.
 */
class Storm3LinkTest {
    private static Set<String> lacking() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("src/test/resources/storm-3-lacks.txt"))) {
            return lines.filter(line -> !line.startsWith("#")).collect(Collectors.toSet());
        }
    }

    /** Returns the members and classes that a class uses. */
    private static Set<String> uses(JavaClass javaClass) {
        Set<String> uses = new TreeSet<>();
        Stream.concat(
                        javaClass.getAccessesFromSelf().stream().map(each -> each.getTarget()),
                        javaClass.getMethodReferencesFromSelf().stream()
                                .map(each -> each.getTarget()))
                .forEach(target -> addWithDeclaring(uses, target));
        javaClass.getDirectDependenciesFromSelf().stream()
                .map(each -> each.getTargetClass().getName())
                .forEach(uses::add);
        if (javaClass.isAssignableTo(IKryoDecorator.class)) {
            uses.add(IKryoDecorator.class.getName() + ".decorate(com.esotericsoftware.kryo.Kryo)");
        }
        return uses;
    }

    /** Adds a member under the name of the class that is used, and of the one that declares it. */
    private static void addWithDeclaring(Set<String> uses, AccessTarget target) {
        uses.add(target.getFullName());
        target.resolveMember().ifPresent(member -> uses.add(member.getFullName()));
    }

    @Test
    void classesUseNothingThatStorm3Lacks() throws IOException {
        Set<String> lacking = lacking();
        Map<String, Set<String>> found = new TreeMap<>();
        for (String module : Repository.modules().keySet()) {
            for (JavaClass javaClass : Repository.mainClasses(module)) {
                Set<String> ofClass = uses(javaClass);
                ofClass.retainAll(lacking);
                if (!ofClass.isEmpty()) {
                    found.put(javaClass.getName(), ofClass);
                }
            }
        }
        assertThat(found).as("what Storm 3 lacks, by the classes that use it").isEmpty();
    }
}
