package io.eyewall.differential.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Code that was compiled against Storm's classes links with ours of the same name: whatever of them
 * is public is there, with the same erased types, and what they can be cast to.
 */
class SignaturesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.storm.LocalCluster",
                "org.apache.storm.LocalCluster$Builder",
                "org.apache.storm.LocalCluster$LocalTopology",
                "org.apache.storm.ILocalClusterTrackedTopologyAware",
                "org.apache.storm.LocalDRPC",
                "org.apache.storm.metric.StormMetricsRegistry",
                "org.apache.storm.testing.TrackedTopology"
            })
    void offersAllThatStormsClassDoes(String className) throws Exception {
        try (URLClassLoader storm = loader("storm");
                URLClassLoader eyewall = loader("eyewall")) {
            Set<String> missing = signatures(storm.loadClass(className));
            missing.removeAll(signatures(eyewall.loadClass(className)));
            assertThat(missing).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.storm.daemon.nimbus.Nimbus",
                "org.apache.storm.daemon.nimbus.TopoCache",
                "org.apache.storm.daemon.supervisor.Supervisor",
                "org.apache.storm.scheduler.INimbus"
            })
    void standsInWithTheSameKindOfType(String className) throws Exception {
        try (URLClassLoader storm = loader("storm");
                URLClassLoader eyewall = loader("eyewall")) {
            Class<?> storms = storm.loadClass(className);
            Class<?> ours = eyewall.loadClass(className);
            assertThat(ours.isInterface()).isEqualTo(storms.isInterface());
            assertThat(Modifier.isPublic(ours.getModifiers())).isTrue();
        }
    }

    private static URLClassLoader loader(String system) throws Exception {
        List<URL> jars = new ArrayList<>();
        for (String jar : ChildJvm.classPath(system).split(File.pathSeparator)) {
            jars.add(Path.of(jar).toUri().toURL());
        }
        return new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    private static Set<String> signatures(Class<?> type) {
        Set<String> signatures = new TreeSet<>();
        for (Constructor<?> constructor : type.getConstructors()) {
            signatures.add("new " + parameters(constructor));
        }
        for (Method method : type.getMethods()) {
            signatures.add(
                    kind(method.getModifiers())
                            + method.getReturnType().getName()
                            + " "
                            + method.getName()
                            + parameters(method));
        }
        for (Field field : type.getFields()) {
            signatures.add(
                    kind(field.getModifiers()) + field.getType().getName() + " " + field.getName());
        }
        addSupertypes(type, signatures);
        return signatures;
    }

    private static String kind(int modifiers) {
        return Modifier.isStatic(modifiers) ? "static " : "";
    }

    private static String parameters(Executable call) {
        return Arrays.stream(call.getParameterTypes())
                .map(Class::getName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static void addSupertypes(Class<?> type, Set<String> signatures) {
        for (Class<?> each : type.getInterfaces()) {
            signatures.add("is a " + each.getName());
            addSupertypes(each, signatures);
        }
        if (type.getSuperclass() != null) {
            signatures.add("is a " + type.getSuperclass().getName());
            addSupertypes(type.getSuperclass(), signatures);
        }
    }
}
