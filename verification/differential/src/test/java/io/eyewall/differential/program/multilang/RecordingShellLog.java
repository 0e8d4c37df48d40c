package io.eyewall.differential.program.multilang;

import io.eyewall.differential.stage.Probe;
import org.apache.storm.multilang.ShellMsg;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.ShellLogHandler;
import org.apache.storm.utils.ShellProcess;

/** Notes the log messages of child processes in {@code log}. */
public final class RecordingShellLog implements ShellLogHandler {
    private Probe probe;
    private String component;

    @Override
    public void setUpContext(Class<?> owner, ShellProcess process, TopologyContext context) {
        probe = Probe.of(context.getConf());
        component = owner.getSimpleName() + " " + process.getComponentName();
    }

    @Override
    public void log(ShellMsg message) {
        probe.note("log", component + " " + message.getLogLevel() + " " + message.getMsg());
    }
}
