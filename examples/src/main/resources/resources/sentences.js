const { Spout } = require('./storm');

const SENTENCES = [
    'the cow jumped over the moon',
    'an apple a day keeps the doctor away',
    'four score and seven years ago',
    'snow white and the seven dwarfs',
];

// Emits every sentence in turn, as often as the configuration says; again if it failed.
class Sentences extends Spout {
    initialize(conf, context, done) {
        this.todo = [];
        for (let round = 0; round < conf['sentences.rounds']; round++) {
            SENTENCES.forEach((sentence, i) => this.todo.push(`${round}-${i}`));
        }
        done();
    }

    nextTuple(done) {
        const id = this.todo.shift();
        if (id === undefined) {
            done();
            return;
        }
        const sentence = SENTENCES[Number(id.split('-')[1])];
        this.emit({ tuple: [sentence], id }, () => done());
    }

    fail(id, done) {
        this.todo.push(id);
        done();
    }

    ack(id, done) {
        done();
    }

    activate(done) {
        done();
    }

    deactivate(done) {
        done();
    }
}

new Sentences().run();
