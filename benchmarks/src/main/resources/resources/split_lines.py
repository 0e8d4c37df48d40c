from eyewall import Bolt


class Split(Bolt):
    def execute(self, tup):
        for word in tup[0].split(" "):
            self.emit([word], anchors=[tup])
        self.ack(tup)


class SplitBatch(Bolt):
    def execute_batch(self, batch):
        words = []
        ids = []
        for id, line in zip(batch.ids, batch.column(0)):
            found = line.split(" ")
            words += found
            ids += [id] * len(found)
        self.emit_batch([words], anchors=ids)
        self.ack_batch(batch)
