package io.eyewall.lab;

import io.eyewall.lab.jars.StormJars;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.network.LabNetwork.Kind;
import io.eyewall.lab.network.Namespaces;
import io.eyewall.lab.network.Rate;
import io.eyewall.lab.process.Mark;
import io.eyewall.lab.process.ProcessLauncher;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.lab.storm.StormCommands;
import io.eyewall.lab.storm.StormFolders;
import io.eyewall.lab.storm.StormYaml;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Creates a lab, and waits until Nimbus knows all supervisors; after a failure it removes
 * everything again. For one thread; an interrupt cancels the start.
 */
final class LabStart {
    private static final int HEAD_NUMBER = 254;
    private static final int ID_BYTES = 8;
    private static final double BITS_PER_MBIT = 1e6;
    private static final int ZOOKEEPER_PORT = 2181;
    private static final int NIMBUS_PORT = 6627;
    private static final int SUPERVISOR_PORT = 6628;
    private static final int FIRST_SLOT = 6700;

    private final LabFolder folder;
    private final LabSettings settings;
    private final Consumer<String> progress;
    private final String id;
    private final StormFolders storm;

    LabStart(LabFolder folder, LabSettings settings, Consumer<String> progress) {
        this.folder = folder;
        this.settings = settings;
        this.progress = progress;
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        id = HexFormat.of().formatHex(random);
        storm = new StormFolders(folder.path());
    }

    /**
     * Creates the lab. The caller must hold the lab's lock.
     *
     * @param keep whether the folder is kept after a failure
     */
    void run(StormJars jars, boolean keep) throws LabException, IOException, InterruptedException {
        check();
        StormJars.Found found = jars.find(progress);
        boolean done = false;
        try {
            folder.make(id);
            build(found);
            done = true;
        } finally {
            if (!done) {
                boolean interrupted = Thread.interrupted();
                new LabEnd(folder)
                        .run(keep)
                        .kept()
                        .ifPresent(path -> progress.accept("Kept: " + path));
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private void check() throws LabException, IOException {
        settings.check();
        if (!ProcessTable.isSupported()) {
            throw new LabException("a lab needs Linux: /proc/self/environ cannot be read");
        }
        if (folder.path().toString().matches(".*[\\s:*].*")) {
            throw new LabException(
                    "%s: Storm does not run in a folder with blanks, ':' or '*' in its path; set XDG_STATE_HOME to another folder"
                            .formatted(folder.path()));
        }
        if (folder.exists()) {
            throw new LabException(
                    "there is a lab '%s' already (%s), or what is left of one; 'eyewall lab down' removes it"
                            .formatted(folder.name(), folder.path()));
        }
        if (!settings.anyMemory()) {
            MachineMemory.check(settings.hosts(), MachineMemory.freeMb());
        }
    }

    private void build(StormJars.Found jars)
            throws LabException, IOException, InterruptedException {
        LabState lab = connectHosts();
        List<String> hosts = lab.allHosts().stream().map(LabHost::name).toList();
        LabSettings.Plugins plugins = settings.plugins();
        storm.make(jars, hosts, plugins.extlib(), plugins.extlibDaemon());
        StormYaml yaml = new StormYaml(lab, storm, settings.stormTimings());
        for (LabHost host : lab.allHosts()) {
            Map<String, @Nullable Object> conf = conf(host.name());
            LabGenerator.resolve(conf, lab.head(), folder.path());
            yaml.write(host, meta(host.name()), conf);
        }
        Files.write(
                storm.conf(LabHost.HEAD).resolve("zoo.cfg"),
                new StormCommands(storm).zooKeeperConf(lab.head(), lab.zooKeeperPort()));
        startDaemons(lab);
        folder.write(lab.in(LabState.Phase.UP));
    }

    private Map<String, @Nullable Object> conf(String host) {
        Map<String, Map<String, @Nullable Object>> given = settings.plugins().conf();
        Map<String, @Nullable Object> conf = new HashMap<>(given.getOrDefault("", Map.of()));
        conf.putAll(given.getOrDefault(host, Map.of()));
        return conf;
    }

    /** Returns the metadata of a host for schedulers. */
    private Map<String, String> meta(String host) {
        Map<String, String> meta = new HashMap<>();
        settings.rateOf(host)
                .ifPresent(
                        rate ->
                                meta.put(
                                        ClusterView.UPLINK_META,
                                        Double.toString(rate.bitsPerSec() / BITS_PER_MBIT)));
        if (host.equals(LabHost.BOX)) {
            meta.put(ClusterView.BOX_META, "true");
        }
        return meta;
    }

    /** Returns the names of hosts with a supervisor; host number n is at index n - 1. */
    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= settings.hosts(); i++) {
            names.add(LabHost.name(i));
        }
        settings.box().ifPresent(box -> names.add(LabHost.BOX));
        return names;
    }

    /** Connects the hosts by the requested kind of network, or by the best one that can be used. */
    private LabState connectHosts() throws LabException, IOException, InterruptedException {
        Optional<Kind> wanted = settings.network();
        if (wanted.equals(Optional.of(Kind.LOOPBACK))) {
            return loopback();
        }
        String problem = Namespaces.problem().orElse(null);
        if (problem == null) {
            try {
                return namespaces();
            } catch (IOException e) {
                problem = e.getMessage();
                LabNetwork.of(Kind.NAMESPACES, id).remove();
            }
        }
        if (wanted.isPresent() || settings.hasRates()) {
            throw new LabException("network namespaces cannot be used here: " + problem);
        }
        progress.accept("LabNetwork namespaces cannot be used here: " + problem);
        return loopback();
    }

    private LabState loopback() throws IOException {
        progress.accept(
                "Hosts are on this machine's loopback. Storm's daemons listen on all addresses of the machine, and anyone who can reach them can run code as this user.");
        int each = 1 + settings.slots();
        List<String> names = names();
        List<Integer> ports = FreePorts.find(2 + each * names.size(), id.hashCode());
        List<LabHost> hosts = new ArrayList<>();
        LabNetwork network = LabNetwork.of(Kind.LOOPBACK, id);
        for (int i = 1; i <= names.size(); i++) {
            List<Integer> own = ports.subList(2 + each * (i - 1), 2 + each * i);
            hosts.add(
                    new LabHost(
                            names.get(i - 1),
                            network.address(i),
                            own.get(0),
                            own.subList(1, each)));
        }
        return state(network, Kind.LOOPBACK, ports.get(0), ports.get(1), hosts);
    }

    private LabState namespaces() throws IOException, InterruptedException {
        LabNetwork network = LabNetwork.of(Kind.NAMESPACES, id);
        List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < settings.slots(); i++) {
            slots.add(FIRST_SLOT + i);
        }
        List<LabHost> hosts = new ArrayList<>();
        List<LabNetwork.Place> places = new ArrayList<>();
        places.add(new LabNetwork.Place(LabHost.HEAD, HEAD_NUMBER));
        for (int i = 1; i <= names().size(); i++) {
            String name = names().get(i - 1);
            hosts.add(new LabHost(name, network.address(i), SUPERVISOR_PORT, slots));
            places.add(new LabNetwork.Place(name, i));
        }
        LabState lab = state(network, Kind.NAMESPACES, ZOOKEEPER_PORT, NIMBUS_PORT, hosts);
        network.make(places);
        for (LabHost host : hosts) {
            Optional<Rate> rate = settings.rateOf(host.name());
            if (rate.isPresent()) {
                network.setRate(host.name(), rate);
            }
        }
        return lab;
    }

    private LabState state(
            LabNetwork network, Kind kind, int zooKeeperPort, int nimbusPort, List<LabHost> hosts)
            throws IOException {
        LabHost head = new LabHost(LabHost.HEAD, network.address(HEAD_NUMBER), 0, List.of());
        LabState lab =
                new LabState(
                        LabState.VERSION,
                        id,
                        LabBoot.now(),
                        System.currentTimeMillis(),
                        LabState.Phase.STARTING,
                        kind,
                        zooKeeperPort,
                        nimbusPort,
                        head,
                        hosts);
        folder.write(lab);
        return lab;
    }

    private void startDaemons(LabState lab) throws LabException, IOException, InterruptedException {
        LabNetwork network = LabNetwork.of(lab.network(), id);
        ProcessLauncher launcher = new ProcessLauncher(new Mark(id));
        LabDaemons daemons = new LabDaemons(network, storm, launcher);
        for (LabDaemons.Place place : LabDaemons.places(lab)) {
            daemons.start(place);
        }
        progress.accept(
                "Started ZooKeeper, Nimbus and %d supervisors (%s); waiting for them"
                        .formatted(lab.hosts().size(), folder.path()));
        new Readiness(lab, daemons, new LabClients(network, storm, launcher))
                .await(lab.hosts(), settings.limit(), progress);
    }
}
