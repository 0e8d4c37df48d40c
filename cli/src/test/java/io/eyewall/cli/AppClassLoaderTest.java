package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.application.AppClassLoader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.storm.LocalCluster;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AppClassLoaderTest {
    /** A jar with copies of what we have too, and with parts of Storm that we have not. */
    private static Path jar(Path directory) throws IOException {
        Path files = directory.resolve("files.jar");
        try (OutputStream out = Files.newOutputStream(files);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name :
                    List.of(
                            "defaults.yaml",
                            "META-INF/services/org.apache.storm.validation.Validated",
                            "own.txt")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write("org.apache.storm.DaemonConfig".getBytes(StandardCharsets.UTF_8));
            }
        }
        return AppJar.build(
                directory,
                Map.of(
                        "org.apache.storm.LocalCluster",
                        "package org.apache.storm; public class LocalCluster {}",
                        "org.apache.storm.starter.Own",
                        "package org.apache.storm.starter; public class Own {}",
                        "picocli.CommandLine",
                        "package picocli; public class CommandLine {}"),
                List.of(files));
    }

    @Test
    void takesStormFromHereAndAllElseFromTheJar(@TempDir Path directory) throws Exception {
        ClassLoader parent = AppClassLoaderTest.class.getClassLoader();
        try (AppClassLoader loader = new AppClassLoader(List.of(jar(directory)), parent)) {
            assertThat(loader.loadClass("org.apache.storm.LocalCluster"))
                    .isSameAs(LocalCluster.class);
            assertThat(loader.loadClass("picocli.CommandLine")).isNotSameAs(CommandLine.class);
            assertThat(loader.loadClass("org.apache.storm.starter.Own").getClassLoader())
                    .isSameAs(loader);
            assertThat(loader.getResource("own.txt")).isNotNull();
            assertThat(Collections.list(loader.getResources("defaults.yaml"))).hasSize(1);
            assertThat(Collections.list(loader.getResources("org/apache/storm/LocalCluster.class")))
                    .hasSize(1);
            assertThat(
                            loader.getResource(
                                    "META-INF/services/org.apache.storm.validation.Validated"))
                    .isNull();
        }
    }

    @Test
    void letsStormFindItsDefaults(@TempDir Path directory) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (AppClassLoader loader = new AppClassLoader(List.of(jar(directory)), before)) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThat(Utils.readDefaultConfig()).containsKey("topology.workers");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
