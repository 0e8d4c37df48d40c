# Emits what it gets; what it does with some words, the test says.
import os
import time

import storm


class Echo(storm.Bolt):
    def initialize(self, conf, context):
        self.gate = conf.get("test.gate")

    def process(self, tup):
        word = tup.values[0]
        if word == "die":
            os._exit(7)
        if word == "wait":
            while not os.path.exists(self.gate):
                time.sleep(0.01)
        storm.emit([word], anchors=[tup])
        storm.ack(tup)


Echo().run()
