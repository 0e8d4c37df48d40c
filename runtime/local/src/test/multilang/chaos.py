# Relays what it gets, unless the tuple says that something else is to happen to it.
import os
import time

import storm


class Chaos(storm.Bolt):
    def process(self, tup):
        message, deed = tup.values
        if deed == "die":
            os._exit(7)
        if deed == "slow":
            time.sleep(0.02)
        if deed == "fail":
            storm.fail(tup)
            return
        storm.emit([message], anchors=[tup])
        if deed == "die late":
            os._exit(7)
        if deed == "ack twice":
            storm.ack(tup)
        if deed != "drop":
            storm.ack(tup)


Chaos().run()
