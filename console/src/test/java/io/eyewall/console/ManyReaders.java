package io.eyewall.console;

import io.eyewall.control.ProcessCalls;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.local.StormConf;
import io.eyewall.server.ServerSite;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebRoute;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;

/**
 * What readers cost a topology: its rate without any, and with so many that poll Storm's REST API
 * and the metrics each second, and as many that read the console's events. A tool, no test; the
 * turns without and with readers alternate, the first of each is left out.
 *
 * <pre>
 * java -cp ... io.eyewall.console.ManyReaders [READERS=100] [SECONDS=10] [TURNS=5]
 * </pre>
 */
final class ManyReaders {
    private ManyReaders() {}

    public static void main(String[] args) throws Exception {
        int readers = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        int turns = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        try (LocalCluster cluster = new LocalCluster()) {
            RunningTopology topology =
                    cluster.start(
                            "line",
                            StormConf.localMode(),
                            TestTopologies.busyLine(),
                            new SubmitOptions(TopologyInitialStatus.ACTIVE));
            ServerSite site =
                    new ServerSite(
                            cluster,
                            cluster.getDaemonConf(),
                            cluster::runningTopologies,
                            () -> null);
            try (ConsoleSite console =
                    new ConsoleSite(cluster::runningTopologies, ProcessCalls.REMOTE)) {
                List<WebRoute> routes = new ArrayList<>(site.routes());
                routes.addAll(console.routes());
                try (WebServer server =
                        WebServer.start(WebSettings.loopback(0), routes, RequestListener.NONE)) {
                    measure(topology, server.port(), readers, seconds, turns);
                }
            }
        }
    }

    private static void measure(
            RunningTopology topology, int port, int readers, int seconds, int turns)
            throws Exception {
        String id = topology.plan().id();
        List<Double> without = new ArrayList<>();
        List<Double> with = new ArrayList<>();
        for (int turn = 0; turn <= turns; turn++) {
            double alone = rate(topology, seconds);
            AtomicLong answers = new AtomicLong();
            List<Thread> threads = new ArrayList<>();
            AtomicBoolean done = new AtomicBoolean();
            for (int i = 0; i < readers; i++) {
                String path = i % 2 == 0 ? "/metrics" : "/api/v1/topology/" + id + "?window=600";
                threads.add(new Thread(() -> poll(port, path, done, answers)));
                threads.add(
                        new Thread(
                                () -> read(port, "/console/events?topology=" + id, done, answers)));
            }
            threads.forEach(Thread::start);
            double read = rate(topology, seconds);
            done.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.printf(
                    Locale.ROOT,
                    "turn %d: %.0f/s alone, %.0f/s with %d readers of each kind (%+.1f %%), %d"
                            + " answers%n",
                    turn,
                    alone,
                    read,
                    readers,
                    100 * (read / alone - 1),
                    answers.get());
            if (turn > 0) {
                without.add(alone);
                with.add(read);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "median: %.0f/s alone, %.0f/s read (%+.1f %%)%n",
                median(without),
                median(with),
                100 * (median(with) / median(without) - 1));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static double rate(RunningTopology topology, int seconds) throws Exception {
        long before = acked(topology);
        long beginNs = System.nanoTime();
        Thread.sleep(seconds * 1000L);
        return (acked(topology) - before) * 1e9 / (System.nanoTime() - beginNs);
    }

    private static long acked(RunningTopology topology) {
        return topology.metrics().executors().stream()
                .filter(e -> e.executor().componentId().equals("numbers"))
                .mapToLong(ExecutorMetrics::acked)
                .sum();
    }

    /** One request per second, each on a connection of its own. */
    private static void poll(int port, String path, AtomicBoolean done, AtomicLong answers) {
        while (!done.get()) {
            try {
                read(port, path, done, answers);
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Until the end, or until it is done. */
    private static void read(int port, String path, AtomicBoolean done, AtomicLong answers) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(5_000);
            String request =
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            byte[] piece = new byte[64 << 10];
            while (!done.get() && in.read(piece) >= 0) {
                answers.incrementAndGet();
            }
        } catch (Exception e) {
            answers.addAndGet(0); // turned away: it is not counted
        }
    }
}
