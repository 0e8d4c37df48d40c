// A spout of three words.
const { Spout } = require('./storm');

class Words extends Spout {
    initialize(conf, context, done) {
        this.words = ['one', 'three', ''];
        done();
    }

    nextTuple(done) {
        const word = this.words.shift();
        if (word === undefined) {
            done();
        } else {
            this.emit({ tuple: [word], id: 'id-' + word }, () => done());
        }
    }

    ack(id, done) {
        this.emit({ tuple: ['ack ' + id], stream: 'calls' }, () => done());
    }

    fail(id, done) {
        this.emit({ tuple: ['fail ' + id], stream: 'calls' }, () => done());
    }

    activate(done) {
        done();
    }

    deactivate(done) {
        done();
    }
}

new Words().run();
