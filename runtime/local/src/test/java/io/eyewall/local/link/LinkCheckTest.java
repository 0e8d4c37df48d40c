package io.eyewall.local.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class LinkCheckTest {
    private static final ClassLoader STORM = LinkCheckTest.class.getClassLoader();
    private static final String UTILS = "org/apache/storm/utils/Utils";

    private final Path jar;
    private final Map<String, byte[]> classes = new java.util.LinkedHashMap<>();

    LinkCheckTest(@TempDir Path directory) {
        this.jar = directory.resolve("app.jar");
    }

    /**
     * Adds a class with a method that calls static methods, given as owner.name(parameters)result.
     */
    private void addCaller(String name, String... methods) {
        add(name, "java/lang/Object", List.of(), methods);
    }

    private void add(String name, String superName, List<String> interfaces, String... methods) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V11,
                Opcodes.ACC_PUBLIC,
                name,
                null,
                superName,
                interfaces.toArray(new String[0]));
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", "()V", null, null);
        code.visitCode();
        for (String method : methods) {
            int open = method.indexOf('(');
            int dot = method.lastIndexOf('.', open);
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    method.substring(0, dot),
                    method.substring(dot + 1, open),
                    method.substring(open),
                    false);
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(9, 9);
        code.visitEnd();
        writer.visitEnd();
        classes.put(name, writer.toByteArray());
    }

    private LinkCheck check() throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                zip.putNextEntry(new ZipEntry(each.getKey() + ".class"));
                zip.write(each.getValue());
            }
        }
        return LinkCheck.readApplication(List.of(jar), STORM);
    }

    private List<String> missing() throws IOException {
        List<String> missing = new ArrayList<>();
        check().missing(Renaming.NONE, STORM)
                .forEach((what, from) -> missing.add(Missing.describe(what, from)));
        return missing;
    }

    @Test
    void findsNothingWhereAllIsThere() throws IOException {
        addCaller(
                "app/Fine",
                UTILS + ".sleep(J)V",
                "org/apache/storm/Config.get(Ljava/lang/Object;)Ljava/lang/Object;", // of HashMap
                "java/lang/System.gc()V");
        assertThat(missing()).isEmpty();
    }

    @Test
    void namesMethodsWithWhoHadThem() throws IOException {
        addCaller(
                "app/Old",
                UTILS + ".getDU(Ljava/io/File;)J",
                UTILS + ".never()V",
                "org/apache/storm/cluster/ExecutorBeat.getTimeSecs()J");
        assertThat(missing())
                .hasSize(3)
                .anyMatch(
                        text ->
                                text.contains(
                                                "class app.Old calls org.apache.storm.utils.Utils.getDU(File),"
                                                        + " returning long")
                                        && text.contains("(Storm 1.x had it, until 2.0)"))
                .anyMatch(text -> text.contains("Utils.never()") && !text.contains("(Storm"))
                .anyMatch(text -> text.contains("(new in Storm 3)"));
    }

    @Test
    void namesAClassThatIsGoneOnce() throws IOException {
        addCaller("app/Gone", "org/apache/storm/metric/HttpForwardingMetricsServer.a()V");
        assertThat(missing())
                .singleElement()
                .asString()
                .contains("uses org.apache.storm.metric.HttpForwardingMetricsServer");
    }

    @Test
    void namesMethodsThatAClassOfTheApplicationLacks() throws IOException {
        add(
                "app/Spout",
                "java/lang/Object",
                List.of("org/apache/storm/trident/spout/IPartitionedTridentSpout$Emitter"));
        assertThat(missing())
                .anyMatch(
                        text ->
                                text.contains("class app.Spout has no method")
                                        && text.contains("emitBatchNew")
                                        && text.contains("AbstractMethodError"));
    }

    @Test
    void readsBundledClassesWithNamesOfStorms() throws IOException {
        addCaller("org/apache/storm/starter/Main", "org/apache/storm/starter/Tool.run()V");
        addCaller("org/apache/storm/starter/Tool", UTILS + ".never()V");
        assertThat(missing())
                .singleElement()
                .asString()
                .contains("org.apache.storm.starter.Tool calls");
    }

    @Test
    void takesOfABundledStormWhatIsUsed() throws IOException {
        addCaller("org/apache/storm/topology/TopologyBuilder", UTILS + ".never()V");
        addCaller("org/apache/storm/daemon/Old", UTILS + ".never()V");
        addCaller("org/apache/storm/used/Old", UTILS + ".nowhere()V");
        addCaller("app/Main", "org/apache/storm/used/Old.run()V");
        assertThat(missing()).singleElement().asString().contains("used.Old calls");
    }
}
