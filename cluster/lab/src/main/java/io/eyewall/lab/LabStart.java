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
    /** The last number of the head's address; the other hosts have the numbers from 1 on. */
    private static final int HEAD_NUMBER = 254;

    private static final int HEAD_PORTS = 2; // of ZooKeeper and Nimbus
    private static final int ID_BYTES = 8;
    private static final double BITS_PER_MBIT = 1e6;
    private static final int ZOOKEEPER_PORT = 2181;
    private static final int NIMBUS_PORT = 6627;
    private static final int SUPERVISOR_PORT = 6628;
    private static final int FIRST_SLOT_PORT = 6700;

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
        checkPreconditions();
        StormJars.ClassPaths classPaths = jars.find(progress);
        boolean succeeded = false;
        try {
            folder.create(id);
            createLab(classPaths);
            succeeded = true;
        } finally {
            if (!succeeded) {
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

    private void checkPreconditions() throws LabException, IOException {
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

    private void createLab(StormJars.ClassPaths jars)
            throws LabException, IOException, InterruptedException {
        LabState lab = connectHosts();
        List<String> hosts = lab.allHosts().stream().map(LabHost::name).toList();
        LabSettings.Plugins plugins = settings.plugins();
        storm.create(jars, hosts, plugins.extlib(), plugins.extlibDaemon());
        StormYaml yaml = new StormYaml(lab, storm, settings.stormTimings());
        for (LabHost host : lab.allHosts()) {
            Map<String, @Nullable Object> conf = addedConf(host.name());
            LabGenerator.resolveHead(conf, lab.head(), folder.path());
            yaml.write(host, schedulerMeta(host.name()), conf);
        }
        Files.write(
                storm.conf(LabHost.HEAD).resolve("zoo.cfg"),
                new StormCommands(storm).zooKeeperConf(lab.head(), lab.zooKeeperPort()));
        startDaemons(lab);
        folder.write(lab.withPhase(LabState.Phase.UP));
    }

    /** Returns the keys that the settings add to a host's configuration. */
    private Map<String, @Nullable Object> addedConf(String host) {
        Map<String, Map<String, @Nullable Object>> given = settings.plugins().conf();
        Map<String, @Nullable Object> conf = new HashMap<>(given.getOrDefault("", Map.of()));
        conf.putAll(given.getOrDefault(host, Map.of()));
        return conf;
    }

    /** Returns the metadata of a host for schedulers. */
    private Map<String, String> schedulerMeta(String host) {
        Map<String, String> meta = new HashMap<>();
        settings.rateOf(host)
                .ifPresent(
                        rate ->
                                meta.put(
                                        ClusterView.UPLINK_META,
                                        Double.toString(rate.bitsPerSec() / BITS_PER_MBIT)));
        if (host.equals(LabHost.BOX)) {
            meta.put(ClusterView.AT_SWITCH_META, "true");
        }
        return meta;
    }

    /** Returns the names of hosts with a supervisor; host number n is at index n - 1. */
    private List<String> supervisorHosts() {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= settings.hosts(); i++) {
            names.add(LabHost.name(i));
        }
        settings.box().ifPresent(box -> names.add(LabHost.BOX));
        return names;
    }

    /** Connects the hosts by the requested kind of network, or by the best one that can be used. */
    private LabState connectHosts() throws LabException, IOException, InterruptedException {
        Optional<Kind> requested = settings.network();
        if (requested.equals(Optional.of(Kind.LOOPBACK))) {
            return connectByLoopback();
        }
        String problem = Namespaces.problem().orElse(null);
        if (problem == null) {
            try {
                return connectByNamespaces();
            } catch (IOException e) {
                problem = e.getMessage();
                LabNetwork.of(Kind.NAMESPACES, id).remove();
            }
        }
        if (requested.isPresent() || settings.hasRates()) {
            throw new LabException("network namespaces cannot be used here: " + problem);
        }
        progress.accept("Network namespaces cannot be used here: " + problem);
        return connectByLoopback();
    }

    private LabState connectByLoopback() throws IOException {
        progress.accept(
                "Hosts are on this machine's loopback. Storm's daemons listen on all addresses of the machine, and anyone who can reach them can run code as this user.");
        int portsPerHost = 1 + settings.slots(); // of the supervisor and of its slots
        List<String> names = supervisorHosts();
        List<Integer> ports =
                FreePorts.find(HEAD_PORTS + portsPerHost * names.size(), id.hashCode());
        List<LabHost> hosts = new ArrayList<>();
        LabNetwork network = LabNetwork.of(Kind.LOOPBACK, id);
        for (int i = 1; i <= names.size(); i++) {
            List<Integer> hostPorts =
                    ports.subList(
                            HEAD_PORTS + portsPerHost * (i - 1), HEAD_PORTS + portsPerHost * i);
            hosts.add(
                    new LabHost(
                            names.get(i - 1),
                            network.address(i),
                            hostPorts.get(0),
                            hostPorts.subList(1, portsPerHost)));
        }
        return writeState(network, Kind.LOOPBACK, ports.get(0), ports.get(1), hosts);
    }

    private LabState connectByNamespaces() throws IOException, InterruptedException {
        LabNetwork network = LabNetwork.of(Kind.NAMESPACES, id);
        List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < settings.slots(); i++) {
            slots.add(FIRST_SLOT_PORT + i);
        }
        List<LabHost> hosts = new ArrayList<>();
        List<LabNetwork.NumberedHost> hostNumbers = new ArrayList<>();
        hostNumbers.add(new LabNetwork.NumberedHost(LabHost.HEAD, HEAD_NUMBER));
        for (int i = 1; i <= supervisorHosts().size(); i++) {
            String name = supervisorHosts().get(i - 1);
            hosts.add(new LabHost(name, network.address(i), SUPERVISOR_PORT, slots));
            hostNumbers.add(new LabNetwork.NumberedHost(name, i));
        }
        LabState lab = writeState(network, Kind.NAMESPACES, ZOOKEEPER_PORT, NIMBUS_PORT, hosts);
        network.create(hostNumbers);
        for (LabHost host : hosts) {
            Optional<Rate> rate = settings.rateOf(host.name());
            if (rate.isPresent()) {
                network.setRate(host.name(), rate);
            }
        }
        return lab;
    }

    /** Describes the lab, and writes the description into the folder. */
    private LabState writeState(
            LabNetwork network, Kind kind, int zooKeeperPort, int nimbusPort, List<LabHost> hosts)
            throws IOException {
        LabHost head = new LabHost(LabHost.HEAD, network.address(HEAD_NUMBER), 0, List.of());
        LabState lab =
                new LabState(
                        LabState.VERSION,
                        id,
                        LabBoot.currentId(),
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
        for (LabDaemons.Daemon daemon : LabDaemons.allDaemons(lab)) {
            daemons.start(daemon);
        }
        progress.accept(
                "Started ZooKeeper, Nimbus and %d supervisors (%s); waiting for them"
                        .formatted(lab.hosts().size(), folder.path()));
        new Readiness(lab, daemons, new LabClients(network, storm, launcher))
                .awaitSupervisors(lab.hosts(), settings.limit(), progress);
    }
}
