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
    private static final int MIN_JAVA = 17;
    private static final long MEBIBYTE = 1 << 20;
    private static final long SMALL_HEAP_MIB = 256;
    private static final long SMALL_DISK_MIB = 1024;

    private MachineChecks() {}

    static List<DoctorFinding> checkAll() {
        List<DoctorFinding> findings = new ArrayList<>();
        findings.add(checkJava());
        findings.add(checkCompiler());
        findings.add(checkMemory());
        findings.add(checkProcessors());
        findings.add(checkTemporaryFolder());
        findings.add(checkControlPort());
        return findings;
    }

    private static DoctorFinding checkJava() {
        int feature = Runtime.version().feature();
        String description =
                System.getProperty("java.vm.name")
                        + " "
                        + Runtime.version()
                        + " in "
                        + System.getProperty("java.home");
        return feature >= MIN_JAVA
                ? DoctorFinding.ok("Java", description)
                : DoctorFinding.problem(
                        "Java", description + "; set JAVA_HOME to a JDK " + MIN_JAVA + "+");
    }

    private static DoctorFinding checkCompiler() {
        Path javac = Path.of(System.getProperty("java.home"), "bin", "javac");
        return Files.isExecutable(javac)
                ? DoctorFinding.ok("JDK", javac.toString())
                : DoctorFinding.note(
                        "JDK",
                        "no javac in "
                                + javac.getParent()
                                + "; running works, building from a checkout needs a JDK");
    }

    private static DoctorFinding checkMemory() {
        long heapMib = Runtime.getRuntime().maxMemory() / MEBIBYTE;
        long machineMib = machineMemoryMib();
        String description =
                "heap of up to "
                        + heapMib
                        + " MiB"
                        + (machineMib > 0 ? " of " + machineMib + " MiB" : "");
        if (heapMib < SMALL_HEAP_MIB) {
            return DoctorFinding.note(
                    "memory", description + "; set EYEWALL_JAVA_OPTS=-Xmx1g or more");
        }
        return machineMib > 0 && heapMib > machineMib
                ? DoctorFinding.problem(
                        "memory",
                        description + "; set EYEWALL_JAVA_OPTS=-Xmx" + machineMib / 2 + "m")
                : DoctorFinding.ok("memory", description);
    }

    private static long machineMemoryMib() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean machine
                ? machine.getTotalMemorySize() / MEBIBYTE
                : 0;
    }

    private static DoctorFinding checkProcessors() {
        int count = Runtime.getRuntime().availableProcessors();
        String description = count + " for this process" + allowedProcessors();
        return count > 1
                ? DoctorFinding.ok("processors", description)
                : DoctorFinding.note(
                        "processors", description + "; topologies run, but nothing in parallel");
    }

    /** Returns ": " and the processors that Linux allows this process to use; empty if unknown. */
    private static String allowedProcessors() {
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

    private static DoctorFinding checkTemporaryFolder() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            Path file = Files.createTempFile(folder, "eyewall-doctor", null);
            Files.delete(file);
            long freeMib = Files.getFileStore(folder).getUsableSpace() / MEBIBYTE;
            String description = folder + ", " + freeMib + " MiB free";
            return freeMib < SMALL_DISK_MIB
                    ? DoctorFinding.note(
                            "temporary folder", description + "; state and windows may need more")
                    : DoctorFinding.ok("temporary folder", description);
        } catch (IOException e) {
            return DoctorFinding.problem(
                    "temporary folder",
                    "nothing can be written to "
                            + folder
                            + ": "
                            + e.getMessage()
                            + "; set EYEWALL_JAVA_OPTS=-Djava.io.tmpdir=FOLDER");
        }
    }

    /** Checks the control port: opens one as a topology's process does, and calls it. */
    private static DoctorFinding checkControlPort() {
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
                    "list, top, kill and others can't reach processes: " + e.getMessage());
        }
    }
}
