package org.apache.storm.messaging.netty;

import io.eyewall.nativetask.codec.GoldenFile;
import io.eyewall.nativetask.codec.GoldenFile.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.messaging.TaskMessage;
import org.apache.storm.serialization.KryoValuesSerializer;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.buffer.ByteBufUtil;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

/**
 * What Storm's own encoders put on the wire, for the C++ tests of {@code native/wire}. In this
 * package since the encoders are visible here alone.
 */
final class FramesGoldenTest {

    private final KryoValuesSerializer kryo = new KryoValuesSerializer(Utils.readDefaultConfig());

    @Test
    void stormsEncodersMakeTheGoldenFile() throws Exception {
        List<Line> lines = new ArrayList<>();
        lines.add(line("batch", "task 3 010203; task 32767 ff; end-of-batch", batch()));
        for (ControlMessage message : ControlMessage.values()) {
            if (message != ControlMessage.EOB_MESSAGE) {
                lines.add(line(message.name(), message.name(), control(message)));
            }
        }
        lines.add(line("sasl-token", "sasl-token 0a0b", token()));
        lines.add(backPressure("back-pressure", List.of(50, 60), List.of(7)));
        lines.add(backPressure("back-pressure-none", List.of(), List.of()));
        lines.add(load("load", Map.of(1, 0.25, 2, 1.0)));
        lines.add(load("load-none", Map.of()));
        new GoldenFile("frames.golden").assertIs(lines);
    }

    private static Line line(String name, String notation, ByteBuf buffer) {
        byte[] bytes = ByteBufUtil.getBytes(buffer);
        buffer.release();
        return new Line(name, notation, bytes);
    }

    private static ByteBuf batch() throws Exception {
        var batch = new MessageBatch(1024);
        batch.add(new TaskMessage(3, new byte[] {1, 2, 3}));
        batch.add(new TaskMessage(32767, new byte[] {-1}));
        ByteBuf buffer = Unpooled.buffer();
        batch.write(buffer);
        return buffer;
    }

    private static ByteBuf control(ControlMessage message) throws Exception {
        ByteBuf buffer = Unpooled.buffer();
        message.write(buffer);
        return buffer;
    }

    private static ByteBuf token() throws Exception {
        ByteBuf buffer = Unpooled.buffer();
        new SaslMessageToken(new byte[] {10, 11}).write(buffer);
        return buffer;
    }

    private Line backPressure(String name, List<Integer> waiting, List<Integer> free)
            throws Exception {
        var status =
                new BackPressureStatus("worker", new ArrayList<>(waiting), new ArrayList<>(free));
        // Its number counts on within a process: always 1 in the file.
        var id = BackPressureStatus.class.getDeclaredField("id");
        id.setAccessible(true);
        id.set(status, 1L);
        String notation = "back-pressure worker " + tasks(waiting) + " " + tasks(free);
        return line(name, notation, status.buffer(UnpooledByteBufAllocator.DEFAULT, kryo));
    }

    private static String tasks(List<Integer> tasks) {
        return tasks.toString().replace(" ", "");
    }

    // As Server.sendLoadMetrics does.
    private Line load(String name, Map<Integer, Double> loads) throws Exception {
        var batch = new MessageBatch(1024);
        byte[] payload = kryo.serialize(List.of(new HashMap<>(loads)));
        batch.add(new TaskMessage(-1, payload));
        ByteBuf buffer = Unpooled.buffer();
        batch.write(buffer);
        var notation = new StringBuilder("load");
        new TreeMap<>(loads)
                .forEach(
                        (task, load) ->
                                notation.append(" " + task + "=" + (int) (load * 100) + "%"));
        return line(name, notation + "; end-of-batch", buffer);
    }
}
