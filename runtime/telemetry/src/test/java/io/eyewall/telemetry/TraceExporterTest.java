package io.eyewall.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.topology.TopologyPlanner;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TraceExporterTest {
    private static final InMemorySpanExporter OWN = InMemorySpanExporter.create();
    private static final OpenTelemetry LIBRARY =
            io.opentelemetry.sdk.OpenTelemetrySdk.builder()
                    .setTracerProvider(
                            SdkTracerProvider.builder()
                                    .addSpanProcessor(SimpleSpanProcessor.create(OWN))
                                    .build())
                    .build();

    private final Engine engine = Engine.start(EngineSettings.from(Map.of("eyewall.cores", 2)));

    @AfterEach
    void close() {
        engine.close();
    }

    /** Emits three messages. */
    @NullUnmarked // fields are set by open
    private static final class Spout extends BaseRichSpout {
        private static final long serialVersionUID = 1L;
        private transient SpoutOutputCollector collector;
        private int next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector c) {
            collector = c;
        }

        @Override
        public void nextTuple() {
            if (next < 3) {
                collector.emit(new Values("word"), next++);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    /** Uses a library that creates spans of its own. */
    @NullUnmarked // fields are set by prepare
    private static final class Bolt extends BaseRichBolt {
        private static final long serialVersionUID = 1L;
        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector c) {
            collector = c;
        }

        @Override
        public void execute(Tuple tuple) {
            Span span = LIBRARY.getTracer("library").spanBuilder("query").startSpan();
            span.end();
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private RunningTopology run() throws Exception {
        return run("words");
    }

    private RunningTopology run(String name) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new Spout());
        builder.setBolt("bolt", new Bolt()).shuffleGrouping("spout");
        Map<String, Object> defaults = new HashMap<>(Utils.readDefaultConfig());
        defaults.put(Config.STORM_CLUSTER_MODE, "local");
        RunningTopology topology =
                engine.submit(
                        TopologyPlanner.plan(
                                name,
                                name + "-1-1",
                                defaults,
                                Map.of("eyewall.trace.every", 1),
                                builder.createTopology()),
                        SubmitSettings.of(getClass().getClassLoader()));
        assertThat(topology.awaitStarted(Duration.ofSeconds(30))).isTrue();
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (settled(topology) < 3) {
            assertThat(System.nanoTime()).isLessThan(deadlineNs);
            LockSupport.parkNanos(1_000_000);
        }
        return topology;
    }

    private static long settled(RunningTopology topology) {
        return topology.traces().report(new TraceQuery(0, 10)).traces().stream()
                .filter(trace -> trace.isSettled())
                .count();
    }

    private TraceExporter exporter(SpanExporter to) {
        return new TraceExporter(
                engine::topologies, to, Duration.ofMinutes(1), Duration.ofSeconds(10));
    }

    @Test
    void eachTraceIsExportedOnceAndWhatTheUserMeasuresIsWithinIt() throws Exception {
        OWN.reset();
        run();
        InMemorySpanExporter exported = InMemorySpanExporter.create();

        TraceExporter exporter = exporter(exported);
        exporter.exportNow();
        exporter.exportNow();

        List<SpanData> spans = exported.getFinishedSpanItems();
        assertThat(exporter.exported()).isEqualTo(3);
        assertThat(exporter.lost()).isZero();
        assertThat(spans).hasSize(6);
        List<SpanData> own = OWN.getFinishedSpanItems();
        assertThat(own).hasSize(3);
        assertThat(own)
                .extracting(SpanData::getParentSpanId)
                .containsExactlyInAnyOrderElementsOf(
                        spans.stream()
                                .filter(span -> span.getName().equals("execute bolt"))
                                .map(SpanData::getSpanId)
                                .toList());
        exporter.close();
    }

    @Test
    void collectorsUnderstandIt() throws Exception {
        BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = HttpServer.create(any, 0);
        server.createContext(
                "/v1/traces",
                exchange -> {
                    bodies.add(exchange.getRequestBody().readAllBytes());
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        server.start();
        try (TraceExporter exporter =
                exporter(
                        OtlpHttpSpanExporter.builder()
                                .setEndpoint(
                                        "http://127.0.0.1:"
                                                + server.getAddress().getPort()
                                                + "/v1/traces")
                                .build())) {
            run();
            exporter.exportNow();
        } finally {
            server.stop(0);
        }

        ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(bodies.take());
        assertThat(request.getResourceSpansList()).hasSize(1);
        assertThat(request.getResourceSpans(0).getResource().toString()).contains("words");
        assertThat(request.getResourceSpans(0).getScopeSpans(0).getSpansList())
                .extracting(span -> span.getName())
                .containsOnly("emit spout", "execute bolt")
                .hasSize(6);
    }

    /** An exporter that rejects spans, or throws. */
    private static final class Broken implements SpanExporter {
        private int calls;

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            if (calls++ == 0) {
                return CompletableResultCode.ofFailure();
            }
            throw new IllegalStateException("broken");
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    @Test
    void whatIsNotTakenIsLostAndCounted() throws Exception {
        run();

        TraceExporter exporter = exporter(new Broken());
        exporter.exportNow();
        exporter.close();

        assertThat(exporter.exported()).isZero();
        assertThat(exporter.lost()).isEqualTo(3);
    }

    /** An exporter that accepts spans and never confirms them. */
    private static final class Silent implements SpanExporter {
        private int calls;
        private boolean shut;

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            calls++;
            return new CompletableResultCode();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            shut = true;
            return CompletableResultCode.ofSuccess();
        }
    }

    @Test
    void theEndWaitsForOneExportHoweverManyThereAre() throws Exception {
        run("words");
        run("numbers");
        Silent silent = new Silent();

        new TraceExporter(engine::topologies, silent, Duration.ofMinutes(1), Duration.ofMillis(100))
                .close();

        assertThat(silent.calls).isEqualTo(1);
        assertThat(silent.shut).isTrue();
    }

    @Test
    void theExporterIsShutDownWhereTheProcessOfTheTopologiesHasEnded() {
        Silent silent = new Silent();

        new TraceExporter(
                        () -> {
                            throw new IllegalStateException("gone");
                        },
                        silent,
                        Duration.ofMinutes(1),
                        Duration.ofMillis(100))
                .close();

        assertThat(silent.shut).isTrue();
    }
}
