package io.eyewall.benchmarks.scenario.handwritten;

import java.util.function.Consumer;

/** Several counts, each of which receives every message. */
final class FanOutSink implements Consumer<Message> {
    private final MessageCounter[] sinks;

    FanOutSink(int size) {
        sinks = new MessageCounter[size];
        for (int i = 0; i < size; i++) {
            sinks[i] = new MessageCounter();
        }
    }

    @Override
    public void accept(Message message) {
        for (MessageCounter sink : sinks) {
            sink.accept(message);
        }
    }
}
