package io.eyewall.toolkit.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.tools.ToolProvider;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The source of docs/guides/writing-a-connector.md compiles and reads a service at least once. */
class ConnectorGuideTest {
    private static final Pattern JAVA = Pattern.compile("(?ms)^```java\n(.*?)^```$");
    private static final int TICKETS = 50;

    @Test
    void theSourceOfTheGuideReadsAndCommits(@TempDir Path folder) throws Exception {
        AtomicLong done = new AtomicLong(10); // an earlier run has committed these
        HttpServer service = service(done);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = compile(folder)) {
            Thread.currentThread().setContextClassLoader(loader); // as a launcher does
            String address = "http://127.0.0.1:" + service.getAddress().getPort();
            Object builder =
                    loader.loadClass("TicketSource")
                            .getMethod("of", String.class)
                            .invoke(null, address);
            SourceSpout spout = (SourceSpout) builder.getClass().getMethod("build").invoke(builder);
            TopologyBuilder topology = new TopologyBuilder();
            topology.setSpout("tickets", spout);
            topology.setBolt("out", new Collect("guide")).shuffleGrouping("tickets");
            Collect.failNext("guide", 3); // the source replays them

            Run.topology(
                    topology.createTopology(),
                    () -> Await.until("all are committed", () -> done.get() == TICKETS));

            assertThat(Collect.firstsOf("guide"))
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.rangeClosed(11, TICKETS).boxed().toList());
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            service.stop(0);
        }
    }

    private static URLClassLoader compile(Path folder) throws IOException {
        Matcher source =
                JAVA.matcher(Files.readString(Path.of("../../docs/guides/writing-a-connector.md")));
        assertThat(source.find()).as("the guide has a Java source").isTrue();
        Path file = Files.writeString(folder.resolve("TicketSource.java"), source.group(1));
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                folder.toString(),
                                file.toString());
        assertThat(result).as("javac's result").isZero();
        return new URLClassLoader(new URL[] {folder.toUri().toURL()});
    }

    private static HttpServer service(AtomicLong done) throws IOException {
        HttpServer service =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext(
                "/",
                exchange -> {
                    String query = exchange.getRequestURI().getQuery();
                    long number =
                            query == null
                                    ? 0
                                    : Long.parseLong(query.substring(query.indexOf('=') + 1));
                    String answer;
                    if (exchange.getRequestURI().getPath().equals("/tickets")) {
                        answer =
                                LongStream.rangeClosed(number + 1, Math.min(number + 7, TICKETS))
                                        .mapToObj(each -> each + " ticket\n")
                                        .collect(Collectors.joining());
                    } else {
                        if (exchange.getRequestMethod().equals("PUT")) {
                            done.set(number);
                        }
                        answer = Long.toString(done.get());
                    }
                    byte[] body = answer.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        service.start();
        return service;
    }
}
