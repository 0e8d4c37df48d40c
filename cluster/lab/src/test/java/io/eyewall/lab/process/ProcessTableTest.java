package io.eyewall.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.plugin.worker.SmoothWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTableTest {
    private static final Mark MARK = new Mark("0123456789abcdef");
    private static final Mark OTHER = new Mark("fedcba9876543210");

    @TempDir private Path folder = Path.of(""); // until JUnit sets it

    private final ProcessLauncher launcher = new ProcessLauncher(MARK);
    private final ProcessTable table = new ProcessTable(MARK);

    @BeforeEach
    void needsProc() {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
    }

    @AfterEach
    void endAll() throws IOException, InterruptedException {
        table.kill(each -> true, 10_000);
        new ProcessTable(OTHER).kill(each -> true, 10_000);
    }

    private Process sleep(ProcessLauncher by, String host, String... more) throws IOException {
        List<String> command = List.of("sh", "-c", "sleep 600 & wait", "sh");
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(more));
        return by.startDaemon(
                new ProcessLauncher.Command(host, all, Map.of(), folder), folder.resolve("output"));
    }

    /** Waits until a process and its child have started their programs. */
    private static List<LabProcess> two(ProcessTable table) throws InterruptedException {
        List<LabProcess> all = table.all();
        while (all.size() < 2) {
            Thread.sleep(5);
            all = table.all();
        }
        return all;
    }

    @Test
    void findsWhatItHasStartedAndTheChildrenOfThat() throws Exception {
        Process process = sleep(launcher, "host1");

        List<LabProcess> all = two(table);

        assertThat(all).extracting(LabProcess::pid).contains(process.pid());
        assertThat(all).extracting(LabProcess::host).containsOnly("host1");
    }

    /** The case that finding the processes takes longer than the limit, as on a busy machine. */
    @Test
    void theLimitBeginsWithTheFirstSignal() throws Exception {
        sleep(launcher, "host1");
        two(table);
        AtomicLong nowNs = new AtomicLong();
        AtomicBoolean isFirst = new AtomicBoolean(true);
        ProcessTable slow = new ProcessTable(MARK, pid -> false, nowNs::get);

        List<LabProcess> ended =
                slow.kill(
                        each -> {
                            if (isFirst.getAndSet(false)) {
                                nowNs.addAndGet(60_000_000_000L);
                            }
                            return true;
                        },
                        10_000);

        assertThat(ended).hasSize(2);
        assertThat(table.all()).isEmpty();
    }

    @Test
    void endsNobodyWithoutItsMark() throws Exception {
        Process others = sleep(new ProcessLauncher(OTHER), "host1");
        Process unmarked = new ProcessBuilder("sleep", "600").redirectErrorStream(true).start();
        two(new ProcessTable(OTHER));
        sleep(launcher, "host1");
        two(table);

        List<LabProcess> ended = table.kill(each -> true, 10_000);

        assertThat(ended).hasSize(2);
        assertThat(table.all()).isEmpty();
        assertThat(others.isAlive()).isTrue();
        assertThat(unmarked.isAlive()).isTrue();
        unmarked.destroyForcibly().waitFor();
    }

    @Test
    void findsOthersWhoseEnvironmentSaysNothing() throws Exception {
        Process unmarked = new ProcessBuilder("sleep", "600").redirectErrorStream(true).start();

        List<LabProcess> ended =
                new ProcessTable(MARK, pid -> pid == unmarked.pid()).kill(each -> true, 10_000);

        assertThat(ended).extracting(LabProcess::pid).containsExactly(unmarked.pid());
        assertThat(unmarked.waitFor()).isNotZero();
    }

    /** A process id alone is never enough: the handle knows when its process was started. */
    @Test
    void aHandleOfAnEarlierProcessEndsNobody() throws Exception {
        Process process = sleep(launcher, "host1");
        LabProcess before = two(table).get(0);
        table.kill(each -> true, 10_000);
        process.waitFor();

        assertThat(before.kill()).isFalse();
    }

    @Test
    void rolesAndSlotsAreReadFromCommandLines() {
        List<String> worker =
                List.of(
                        "java",
                        "-cp",
                        "x",
                        Role.WORKER.mainClass(),
                        "words-1-2",
                        "supervisor-id",
                        "6628",
                        "6701",
                        "worker-id");
        List<String> writer = new ArrayList<>(List.of("java", Role.LOG_WRITER.mainClass()));
        writer.addAll(worker);
        ProcessHandle self = ProcessHandle.current();

        List<String> ours = new ArrayList<>(worker);
        ours.set(worker.indexOf(Role.WORKER.mainClass()), SmoothWorker.class.getName());

        assertThat(Role.of(worker)).isEqualTo(Role.WORKER);
        assertThat(Role.of(ours)).isEqualTo(Role.WORKER);
        assertThat(new LabProcess(self, "host1", Role.WORKER, ours).slot())
                .contains(new LabProcess.Slot("words-1-2", 6701));
        assertThat(Role.of(writer)).isEqualTo(Role.LOG_WRITER);
        assertThat(Role.of(List.of("vi", "Nimbus.java"))).isEqualTo(Role.OTHER);
        assertThat(new LabProcess(self, "host1", Role.WORKER, worker).slot())
                .contains(new LabProcess.Slot("words-1-2", 6701));
        assertThat(new LabProcess(self, "head", Role.OTHER, List.of("vi")).slot()).isEmpty();
    }

    @Test
    void nothingIsStartedOnceItHasStopped() {
        launcher.stop();

        assertThatThrownBy(() -> sleep(launcher, "host1")).isInstanceOf(IOException.class);
        assertThat(table.all()).isEmpty();
    }

    @Test
    void refusesAnIdThatOthersCouldHave() {
        assertThatThrownBy(() -> new Mark("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Mark("lab")).isInstanceOf(IllegalArgumentException.class);
    }
}
