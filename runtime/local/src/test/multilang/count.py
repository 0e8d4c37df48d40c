# A spout that emits 0, 1, 2, ... with the number as message id. Its notes go out on the stream
# "notes", one per turn. What else it does, files in the folder test.folder say: "die" and "hang",
# each once.
import os
import time

import storm


class Count(storm.Spout):
    def initialize(self, conf, context):
        self.folder = conf["test.folder"]
        self.next = 0
        self.notes = []

    def activate(self):
        self.notes.append("activate")

    def deactivate(self):
        self.notes.append("deactivate")

    def nextTuple(self):
        if self.told("die"):
            os._exit(7)
        if self.told("hang"):
            time.sleep(1000)
        if self.notes:
            storm.emit([self.notes.pop(0)], stream="notes")
        else:
            storm.emit([self.next], id=self.next)
            self.next += 1

    def ack(self, id):
        self.notes.append("ack %d" % id)

    def fail(self, id):
        self.notes.append("fail %d" % id)

    def told(self, what):
        try:
            os.remove(os.path.join(self.folder, what))
            return True
        except FileNotFoundError:
            return False


Count().run()
