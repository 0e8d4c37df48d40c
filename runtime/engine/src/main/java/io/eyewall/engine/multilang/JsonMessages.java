package io.eyewall.engine.multilang;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.multilang.BoltMsg;
import org.apache.storm.multilang.ISerializer;
import org.apache.storm.multilang.NoOutputException;
import org.apache.storm.multilang.ShellMsg;
import org.apache.storm.multilang.SpoutMsg;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.shade.net.minidev.json.parser.ParseException;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Implements Storm's JSON protocol (Storm: docs/Multilang-protocol.md): each message is JSON,
 * followed by a line {@code end}. Replaces Storm's {@code JsonSerializer}, whose reader casts a
 * task id to Long and fails, so that no child can emit to one task (Storm 2.8.3:
 * multilang/JsonSerializer.java). One thread writes, one reads.
 */
final class JsonMessages implements ISerializer {
    private static final long serialVersionUID = 1L;

    /**
     * Maximum characters of a message. A fraction of the heap, since a message may be in memory
     * several times, as text and as values.
     */
    private static final int MAX_CHARS =
            (int) Math.min(Integer.MAX_VALUE / 4, Runtime.getRuntime().maxMemory() / 16);

    private static final int MAX_QUOTED_CHARS = 1000;

    private transient @Nullable BufferedWriter toChild;
    private transient @Nullable ChildLines fromChild;

    @Override
    public void initialize(OutputStream processIn, InputStream processOut) {
        toChild = new BufferedWriter(new OutputStreamWriter(processIn, StandardCharsets.UTF_8));
        fromChild =
                new ChildLines(
                        new InputStreamReader(processOut, StandardCharsets.UTF_8), MAX_CHARS);
    }

    @Override
    public @Nullable Number connect(Map<String, Object> conf, TopologyContext context)
            throws IOException, NoOutputException {
        Map<String, Object> setup = new LinkedHashMap<>();
        setup.put("conf", conf);
        setup.put("pidDir", context.getPIDDir());
        setup.put("context", context);
        write(setup);
        return read().get("pid") instanceof Number pid ? pid : null;
    }

    @Override
    public void writeBoltMsg(BoltMsg message) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", message.getId());
        fields.put("comp", message.getComp());
        fields.put("stream", message.getStream());
        fields.put("task", message.getTask());
        fields.put("tuple", message.getTuple());
        write(fields);
    }

    @Override
    public void writeSpoutMsg(SpoutMsg message) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("command", message.getCommand());
        fields.put("id", message.getId());
        write(fields);
    }

    @Override
    public void writeTaskIds(List<Integer> taskIds) throws IOException {
        write(taskIds);
    }

    private void write(Object message) throws IOException {
        if (toChild == null) {
            throw new IllegalStateException("initialize has not been called");
        }
        toChild.write(JSONValue.toJSONString(message));
        toChild.write("\nend\n");
        toChild.flush();
    }

    @Override
    public ShellMsg readShellMsg() throws IOException, NoOutputException {
        Map<?, ?> fields = read();
        ShellMsg message = new ShellMsg();
        message.setCommand((String) fields.get("command"));
        message.setId(fields.get("id"));
        message.setMsg((String) fields.get("msg"));
        message.setStream(
                fields.get("stream") instanceof String stream ? stream : Utils.DEFAULT_STREAM_ID);
        message.setTask(fields.get("task") instanceof Number task ? task.longValue() : 0);
        message.setNeedTaskIds(!Boolean.FALSE.equals(fields.get("need_task_ids")));
        message.setTuple(asValues(fields.get("tuple")));
        if (fields.get("anchors") instanceof List<?> anchors) {
            anchors.forEach(anchor -> message.addAnchor((String) anchor));
        } else if (fields.get("anchors") instanceof String anchor) {
            message.addAnchor(anchor);
        }
        message.setMetricName(fields.get("name") instanceof String name ? name : null);
        message.setMetricParams(fields.get("params"));
        if (fields.get("level") instanceof Number level) {
            message.setLogLevel(level.intValue());
        }
        return message;
    }

    @SuppressWarnings("unchecked") // a list of JSON holds objects
    private static @Nullable List<Object> asValues(@Nullable Object values) {
        return (List<Object>) values;
    }

    private Map<?, ?> read() throws IOException, NoOutputException {
        if (fromChild == null) {
            throw new IllegalStateException("initialize has not been called");
        }
        StringBuilder text = new StringBuilder();
        while (true) {
            int start = text.length();
            if (!fromChild.appendLine(text)) {
                throw new NoOutputException(
                        "the child process closed its output"
                                + (text.isEmpty()
                                        ? ""
                                        : ", after the incomplete message: " + abbreviate(text))
                                + "; its error output: ");
            }
            if (text.length() - start == 3 && text.indexOf("end", start) == start) {
                text.setLength(start);
                break;
            }
            text.append('\n');
        }
        try {
            if (JSONValue.parseWithException(text.toString()) instanceof Map<?, ?> fields) {
                return fields;
            }
        } catch (ParseException e) {
            throw malformedException(text, e);
        }
        throw malformedException(text, null);
    }

    private static IOException malformedException(StringBuilder text, @Nullable Exception cause) {
        return new IOException(
                "the child process sent a message that is not a JSON object: "
                        + abbreviate(text)
                        + "; its standard output must contain only messages",
                cause);
    }

    private static String abbreviate(StringBuilder text) {
        return text.length() <= MAX_QUOTED_CHARS
                ? text.toString()
                : text.substring(0, MAX_QUOTED_CHARS) + "...";
    }
}
