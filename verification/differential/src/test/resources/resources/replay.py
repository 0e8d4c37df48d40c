# A spout of three messages; those that fail come again.
import storm


class Replay(storm.Spout):
    def initialize(self, conf, context):
        self.todo = ["a", "b", "c"]
        self.calls = []

    def activate(self):
        self.calls.append("activate")

    def nextTuple(self):
        if self.todo:
            message = self.todo.pop(0)
            storm.emit([message], id=message)
        elif len(self.calls) == 5:
            storm.emit(["; ".join(self.calls)], stream="calls")
            self.calls.append("told")

    def ack(self, id):
        self.calls.append("ack " + id)

    def fail(self, id):
        self.calls.append("fail " + id)
        self.todo.append(id)


Replay().run()
