package io.eyewall.cli.doctor;

import io.eyewall.control.ControlClient;
import io.eyewall.control.ControlFolder;
import io.eyewall.control.ControlPort;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks the JVM, the machine and its folders. */
final class MachineChecks {
    private static final int OLDEST_JAVA = 17;
    private static final long MEBIBYTE = 1 << 20;
    private static final long LITTLE_HEAP_MIB = 256;
    private static final long LITTLE_DISK_MIB = 1024;

    private MachineChecks() {}

    static List<DoctorFinding> all() {
        List<DoctorFinding> findings = new ArrayList<>();
        findings.add(java());
        findings.add(compiler());
        findings.add(memory());
        findings.add(processors());
        findings.add(temporaryFolder());
        findings.add(control());
        return findings;
    }

    private static DoctorFinding java() {
        int feature = Runtime.version().feature();
        String says =
                System.getProperty("java.vm.name")
                        + " "
                        + Runtime.version()
                        + " in "
                        + System.getProperty("java.home");
        return feature >= OLDEST_JAVA
                ? DoctorFinding.ok("Java", says)
                : DoctorFinding.bad("Java", says + "; set JAVA_HOME to a JDK " + OLDEST_JAVA + "+");
    }

    private static DoctorFinding compiler() {
        Path javac = Path.of(System.getProperty("java.home"), "bin", "javac");
        return Files.isExecutable(javac)
                ? DoctorFinding.ok("JDK", javac.toString())
                : DoctorFinding.note(
                        "JDK",
                        "no javac in "
                                + javac.getParent()
                                + "; running works, building from a checkout needs a JDK");
    }

    private static DoctorFinding memory() {
        long heap = Runtime.getRuntime().maxMemory() / MEBIBYTE;
        long machine = machineMib();
        String says =
                "heap of up to " + heap + " MiB" + (machine > 0 ? " of " + machine + " MiB" : "");
        if (heap < LITTLE_HEAP_MIB) {
            return DoctorFinding.note("memory", says + "; set EYEWALL_JAVA_OPTS=-Xmx1g or more");
        }
        return machine > 0 && heap > machine
                ? DoctorFinding.bad(
                        "memory", says + "; set EYEWALL_JAVA_OPTS=-Xmx" + machine / 2 + "m")
                : DoctorFinding.ok("memory", says);
    }

    private static long machineMib() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean machine
                ? machine.getTotalMemorySize() / MEBIBYTE
                : 0;
    }

    private static DoctorFinding processors() {
        int count = Runtime.getRuntime().availableProcessors();
        String says = count + " for this process" + allowed();
        return count > 1
                ? DoctorFinding.ok("processors", says)
                : DoctorFinding.note(
                        "processors", says + "; topologies run, but nothing in parallel");
    }

    /** Returns the processors that Linux allows this process to use. */
    private static String allowed() {
        Path status = Path.of("/proc/self/status");
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> ": " + line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static DoctorFinding temporaryFolder() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            Path file = Files.createTempFile(folder, "eyewall-doctor", null);
            Files.delete(file);
            long free = Files.getFileStore(folder).getUsableSpace() / MEBIBYTE;
            String says = folder + ", " + free + " MiB free";
            return free < LITTLE_DISK_MIB
                    ? DoctorFinding.note(
                            "temporary folder", says + "; state and windows may need more")
                    : DoctorFinding.ok("temporary folder", says);
        } catch (IOException e) {
            return DoctorFinding.bad(
                    "temporary folder",
                    "nothing can be written to "
                            + folder
                            + ": "
                            + e.getMessage()
                            + "; set EYEWALL_JAVA_OPTS=-Djava.io.tmpdir=FOLDER");
        }
    }

    /** Checks the control port: opens one as a topology's process does, and calls it. */
    private static DoctorFinding control() {
        ControlFolder folder = ControlFolder.ofUser();
        Path socket = folder.socket(ProcessHandle.current().pid());
        try (ControlPort port = ControlPort.open(socket, List::of)) {
            ControlClient.connect(port.socket()).topologies();
            int others = folder.processes().size() - 1;
            return DoctorFinding.ok(
                    "control sockets",
                    folder.path() + "; " + others + " processes that run topologies");
        } catch (IOException e) {
            return DoctorFinding.note(
                    "control sockets",
                    "list, top, kill and others can't look into processes: " + e.getMessage());
        }
    }
}
