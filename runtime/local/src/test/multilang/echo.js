// Emits what it gets, like echo.py; after "wait", once the gate is open.
const fs = require('fs');
const storm = require('storm');

class Echo extends storm.BasicBolt {
    initialize(conf, context, done) {
        this.gate = conf['test.gate'];
        done();
    }

    process(tuple, done) {
        if (tuple.values[0] === 'wait' && !fs.existsSync(this.gate)) {
            setTimeout(() => this.process(tuple, done), 10);
            return;
        }
        this.emit({ tuple: tuple.values, anchorTupleId: tuple.id }, () => done());
    }
}

new Echo().run();
