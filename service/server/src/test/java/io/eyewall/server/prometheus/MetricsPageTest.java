package io.eyewall.server.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.server.Await;
import io.eyewall.server.Words;
import io.eyewall.topology.snapshot.SnapshotReport;
import io.eyewall.topology.snapshot.TopologySnapshots;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricsProcessor;
import org.hawkular.agent.prometheus.types.Counter;
import org.hawkular.agent.prometheus.types.Histogram;
import org.hawkular.agent.prometheus.types.Metric;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.types.MetricType;
import org.hawkular.agent.prometheus.types.Summary;
import org.hawkular.agent.prometheus.walkers.CollectorPrometheusMetricsWalker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a parser of somebody else reads of the metrics of a running topology. */
@Timeout(120)
class MetricsPageTest {
    private static final String EVIL = "a\"b\\c\nd";

    private static Map<String, MetricFamily> parse(String text) {
        CollectorPrometheusMetricsWalker all = new CollectorPrometheusMetricsWalker();
        new TextPrometheusMetricsProcessor(
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), all)
                .walk();
        Map<String, MetricFamily> families = new HashMap<>();
        for (MetricFamily family : all.getAllMetricFamilies()) {
            assertThat(families.put(family.getName(), family)).as(family.getName()).isNull();
        }
        return families;
    }

    private static MetricFamily family(Map<String, MetricFamily> families, String name) {
        return Objects.requireNonNull(families.get(name), name);
    }

    private static double counter(
            Map<String, MetricFamily> families, String name, String component) {
        return family(families, name).getMetrics().stream()
                .filter(metric -> component.equals(metric.getLabels().get("component")))
                .mapToDouble(metric -> ((Counter) metric).getValue())
                .sum();
    }

    private static RunningTopology submit(LocalCluster cluster, String name) throws Exception {
        return cluster.start(
                name,
                Words.conf(),
                Words.topology(),
                new SubmitOptions(TopologyInitialStatus.ACTIVE));
    }

    /** The snapshots of a topology that has one. */
    private static final class OneSnapshot implements TopologySnapshots {
        @Override
        public SnapshotReport report() {
            return new SnapshotReport(
                    7,
                    3,
                    "folder",
                    1_500,
                    20,
                    4_096,
                    "count[1]",
                    12,
                    3,
                    7,
                    -1,
                    List.of(),
                    2,
                    1,
                    "a tuple failed",
                    "");
        }

        @Override
        public CompletableFuture<Long> take(@Nullable Path copyTo) {
            return CompletableFuture.completedFuture(7L);
        }
    }

    /** Counters stand there with the ending that Prometheus' format gives them. */
    @Test
    void theDocumentListsAllMetrics() throws Exception {
        RequestMetrics requests = new RequestMetrics();
        requests.record("/metrics", 200, 3_000_000);
        try (LocalCluster cluster = new LocalCluster()) {
            String id = submit(cluster, "words").plan().id();
            TopologySnapshots.begin(id, new OneSnapshot());
            String page =
                    new MetricsPage(cluster::runningTopologies, requests)
                            .write(MetricsFormat.PROMETHEUS);
            List<String> metrics =
                    page.lines()
                            .filter(line -> line.startsWith("# TYPE "))
                            .map(
                                    line ->
                                            "| `"
                                                    + line.split(" ")[2]
                                                    + "` | "
                                                    + line.split(" ")[3]
                                                    + " |")
                            .toList();
            String document = Files.readString(Path.of("../../docs/guides/prometheus.md"));
            List<String> listed =
                    document.lines()
                            .filter(line -> line.startsWith("| `eyewall_"))
                            .map(line -> line.replaceFirst("^(\\| \\S+ \\| \\S+ \\|).*", "$1"))
                            .toList();
            assertThat(listed).containsExactlyElementsOf(metrics);
            assertThat(page)
                    .contains(
                            "eyewall_topology_snapshot_number{topology=\"words\"} 7",
                            "eyewall_topology_snapshot_age_seconds{topology=\"words\"} 1.5",
                            "eyewall_topology_snapshot_rollbacks_total{topology=\"words\"} 2");
        }
    }

    @Test
    void aParserReadsWhatATopologyDoes() throws Exception {
        RequestMetrics requests = new RequestMetrics();
        requests.record("/metrics", 200, 3_000_000);
        requests.record("/metrics", 500, 20_000_000_000L);
        requests.record("", 404, 0);
        try (LocalCluster cluster = new LocalCluster()) {
            RunningTopology topology = submit(cluster, "words");
            MetricsPage page = new MetricsPage(cluster::runningTopologies, requests);
            Await.until(
                    "acked, failed",
                    () ->
                            topology.metrics().completeLatency().count() > 10
                                    && !topology.errorCounts().isEmpty());

            Map<String, MetricFamily> families = parse(page.write(MetricsFormat.PROMETHEUS));

            assertThat(counter(families, "eyewall_component_emitted_tuples_total", "sentences"))
                    .isPositive();
            assertThat(counter(families, "eyewall_component_executed_tuples_total", "count"))
                    .isPositive();
            assertThat(counter(families, "eyewall_component_errors_total", "faulty")).isPositive();
            assertThat(counter(families, "eyewall_component_errors_total", "count")).isZero();
            assertThat(family(families, "eyewall_component_queued_tuples").getType())
                    .isEqualTo(MetricType.GAUGE);
            Summary latency =
                    (Summary)
                            family(families, "eyewall_topology_complete_latency_seconds")
                                    .getMetrics()
                                    .get(0);
            assertThat(latency.getSampleCount()).isPositive();
            assertThat(latency.getSampleSum()).isPositive();
            assertThat(latency.getQuantiles()).hasSize(4);
            Histogram durations =
                    (Histogram)
                            family(families, "eyewall_http_request_duration_seconds")
                                    .getMetrics()
                                    .get(0);
            assertThat(durations.getSampleCount()).isEqualTo(2);
            assertThat(durations.getSampleSum()).isEqualTo(20.003);
            assertThat(durations.getBuckets().get(2).getUpperBound()).isEqualTo(0.005);
            assertThat(durations.getBuckets().get(2).getCumulativeCount()).isEqualTo(1);
            assertThat(
                            family(families, "eyewall_core_busy_seconds_total")
                                    .getMetrics()
                                    .get(0)
                                    .getLabels())
                    .containsEntry("topology", "words")
                    .containsKey("core");
            assertThat(families.keySet())
                    .allMatch(name -> name.startsWith("eyewall_"))
                    .contains("eyewall_core_busy_seconds_total", "eyewall_edge_tuples_total");
        }
    }

    /** What counts, without how the process spends its time. */
    private static String counts(MetricsPage page) throws Exception {
        return page.write(MetricsFormat.PROMETHEUS)
                .lines()
                .filter(
                        line ->
                                line.matches(
                                        "eyewall_(component_(emitted|executed)_tuples_total"
                                                + "|edge_tuples_total"
                                                + "|topology_complete_latency_seconds).*"))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void whoAsksTakesNothingFromTheNext() throws Exception {
        try (LocalCluster cluster = new LocalCluster()) {
            RunningTopology topology = submit(cluster, "words");
            MetricsPage page = new MetricsPage(cluster::runningTopologies, new RequestMetrics());
            MetricsPage others = new MetricsPage(cluster::runningTopologies, new RequestMetrics());
            Await.until("acked", () -> topology.metrics().completeLatency().count() > 10);
            topology.deactivate();
            Await.until("at rest", () -> counts(page).equals(counts(page)) && topology.isQuiet());

            String before = counts(page);
            for (int i = 0; i < 5; i++) {
                counts(others);
            }

            assertThat(counts(page)).isEqualTo(before);
            assertThat(counts(others)).isEqualTo(before);
            assertThat(
                            counter(
                                    parse(page.write(MetricsFormat.PROMETHEUS)),
                                    "eyewall_component_emitted_tuples_total",
                                    "sentences"))
                    .isPositive();
        }
    }

    @Test
    void labelsAreBoundedByWhatIsSubmitted() throws Exception {
        Set<String> allowed =
                Set.of(
                        "topology",
                        "component",
                        "stream",
                        "source",
                        "target",
                        "core",
                        "status",
                        "route",
                        "quantile",
                        "le");
        try (LocalCluster cluster = new LocalCluster()) {
            submit(cluster, "words");
            submit(cluster, "others");
            MetricsPage page = new MetricsPage(cluster::runningTopologies, new RequestMetrics());

            Set<String> labels = new HashSet<>();
            for (MetricFamily family : parse(page.write(MetricsFormat.PROMETHEUS)).values()) {
                Set<Map<String, String>> series = new HashSet<>();
                for (Metric metric : family.getMetrics()) {
                    labels.addAll(metric.getLabels().keySet());
                    assertThat(series.add(metric.getLabels())).as(family.getName()).isTrue();
                }
            }
            assertThat(allowed).containsAll(labels);
        }
    }

    @Test
    void valuesOfLabelsAreEscaped() throws Exception {
        RequestMetrics requests = new RequestMetrics();
        requests.record(EVIL, 200, 1);
        MetricsPage page = new MetricsPage(List::of, requests);

        String text = page.write(MetricsFormat.PROMETHEUS);

        assertThat(text).contains("route=\"a\\\"b\\\\c\\nd\"");
        assertThat(
                        family(parse(text), "eyewall_http_requests_total")
                                .getMetrics()
                                .get(0)
                                .getLabels())
                .containsEntry("route", EVIL);
    }

    @Test
    void openMetricsIsForThoseWhoAsk() {
        assertThat(MetricsFormat.wanted(null)).isEqualTo(MetricsFormat.PROMETHEUS);
        assertThat(MetricsFormat.wanted("*/*")).isEqualTo(MetricsFormat.PROMETHEUS);
        assertThat(
                        MetricsFormat.wanted(
                                "application/openmetrics-text;version=1.0.0;q=0.5,"
                                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.1"))
                .isEqualTo(MetricsFormat.OPEN_METRICS);
        assertThat(MetricsFormat.wanted("application/openmetrics-text;q=0.1,text/plain;q=0.9"))
                .isEqualTo(MetricsFormat.PROMETHEUS);
        assertThat(MetricsFormat.wanted("application/openmetrics-text;q=nonsense"))
                .isEqualTo(MetricsFormat.PROMETHEUS);
    }

    @Test
    void openMetricsEndsAndNamesItsUnits() throws Exception {
        try (LocalCluster cluster = new LocalCluster()) {
            submit(cluster, "words");
            MetricsPage page = new MetricsPage(cluster::runningTopologies, new RequestMetrics());

            List<String> lines = page.write(MetricsFormat.OPEN_METRICS).lines().toList();

            assertThat(lines.get(lines.size() - 1)).isEqualTo("# EOF");
            assertThat(lines)
                    .contains(
                            "# TYPE eyewall_component_useful_seconds counter",
                            "# UNIT eyewall_component_useful_seconds seconds")
                    .noneMatch(line -> line.startsWith("# TYPE") && line.contains("_total"));
            for (String line : lines) {
                assertThat(line)
                        .matches(
                                "# (HELP|TYPE|UNIT) [a-z_0-9]+ .*|# EOF"
                                        + "|[a-z_0-9]+(\\{([a-z]+=\"([^\"\\\\\\n]|\\\\.)*\",?)+})?"
                                        + " [0-9.E+-]+");
            }
        }
    }

    @Test
    void numbersAreAsParsersWantThem() {
        assertThat(Exposition.number(3)).isEqualTo("3");
        assertThat(Exposition.number(0.25)).isEqualTo("0.25");
        assertThat(Exposition.number(Double.POSITIVE_INFINITY)).isEqualTo("+Inf");
        assertThat(Exposition.number(Double.NaN)).isEqualTo("NaN");
        assertThat(Exposition.number(1e300)).isEqualTo("1.0E300");
    }
}
