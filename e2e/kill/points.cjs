// @ts-check
/**
 * Where a process can be killed: one point for each durable write and each outside call of the hop table in docs/architecture.md, before it is done and
 * after it. `preload.cjs` makes them in a process that a test has started; production code knows nothing of them.
 *
 * @typedef {object} Place where in the built output a point is
 * @property {string} [module] file under dist of the process; with `name`, a function that it exports
 * @property {string} [name] the exported function; its answer is awaited
 * @property {string} [transaction] name of an operation (see `operations`): before or after its COMMIT
 * @property {string} [journal] a method of the host's journal
 * @property {string} [call] a call of the host to the API, by its name in the table of endpoints
 * @property {'activation'} [core] the answer of the orchestrator to a workflow task
 *
 * @typedef {object} Point
 * @property {string} id
 * @property {string} hop number in the hop table
 * @property {'api' | 'orchestrator' | 'host'} process who comes to it
 * @property {'before' | 'after'} when
 * @property {Place} at
 * @property {boolean} [core] true: one of those that the whole matrix goes through with every victim and every repetition
 * @property {'traffic' | 'gate' | 'lost'} [scenario] what must happen so that it is reached; `traffic` if absent
 */

/** Operations of the API whose transaction is a point: exported functions, and the curation activities by their names. */
const operations = {
  send: { module: 'messages/send.js', name: 'sendMessage' },
  context: { module: 'host/context.js', name: 'putContext' },
  assignment: { module: 'host/assignment.js', name: 'getAssignment' },
  delivery: { module: 'host/delivery.js', name: 'postDelivery' },
  terminal: { module: 'host/terminal.js', name: 'putTerminal' },
  evidence: { module: 'host/delivery.js', name: 'putEvidence' },
  command: { module: 'waves/command-wave.js', name: 'commandWave' },
};
const activities = ['freezeContext', 'decideGate', 'advanceWave', 'recordStopping', 'recordRecovery', 'settleTurn', 'settleWave'];

/** @param {string} hop @param {Point['process']} process @param {string} name @param {Place} at @param {Partial<Point>} [more] @returns {Point[]} both sides of one step */
const around = (hop, process, name, at, more = {}) => [
  { id: `${name}:before`, hop, process, when: 'before', at, ...more },
  { id: `${name}:after`, hop, process, when: 'after', at, ...more },
];
/** @param {string} hop @param {string} name @param {Partial<Point>} [more] */
const transaction = (hop, name, more) => around(hop, 'api', `${name}-commit`, { transaction: name }, more);
/** @param {string} hop @param {string} method @param {Partial<Point>} [more] */
const journal = (hop, method, more) => around(hop, 'host', `journal-${method}`, { journal: method }, more);
/** @param {string} hop @param {string} name @param {Partial<Point>} [more] */
const call = (hop, name, more) => around(hop, 'host', `call-${name}`, { call: name }, more);

/** Each durable write and each outside call on the way of every wave, where what was done is not known to anybody else yet. */
const core = new Set([
  'send-commit:after',
  'relay-claimed',
  'relay-start:after',
  'workflow-task:after',
  'freezeContext-commit:after',
  'journal-begin:after',
  'journal-sending:after',
  'journal-acknowledged:after',
  'journal-terminal:after',
  'terminal-commit:before',
  'terminal-commit:after',
  'call-putTerminal:after',
  'settleWave-commit:after',
]);

/** @type {Point[]} */
const points = [
  { id: 'send-received', hop: '1', process: 'api', when: 'before', at: operations.send },
  { id: 'send-decided', hop: '2', process: 'api', when: 'after', at: { module: 'messages/send-facts.repo.js', name: 'loadSendFacts' } },
  ...transaction('3', 'send'),
  { id: 'send-answered', hop: '4', process: 'api', when: 'after', at: { module: 'messages/sent-view.js', name: 'sentView' } },
  { id: 'relay-claimed', hop: '5', process: 'api', when: 'after', at: { module: 'relay/outbox.repo.js', name: 'claimDue' } },
  ...around('5', 'api', 'relay-start', { module: 'relay/deliver.js', name: 'startWave' }),
  ...around('5', 'api', 'relay-signal', { module: 'relay/deliver.js', name: 'signalWave' }),
  { id: 'relay-marked', hop: '5', process: 'api', when: 'after', at: { module: 'relay/outbox.repo.js', name: 'markDelivered' } },
  ...around('6', 'orchestrator', 'workflow-task', { core: 'activation' }),
  ...call('7', 'getContextRequest'),
  ...call('7', 'putContext'),
  ...transaction('7', 'context'),
  ...transaction('7', 'freezeContext'),
  ...transaction('8', 'decideGate', { scenario: 'gate' }),
  ...transaction('9', 'advanceWave'),
  ...journal('9', 'begin'),
  ...call('9', 'getAssignment'),
  ...transaction('9', 'assignment'),
  ...journal('9', 'sending'),
  ...call('9', 'postDelivery'),
  ...transaction('9', 'delivery'),
  ...journal('9', 'acknowledged'),
  ...call('9', 'postDraft'),
  ...journal('9', 'terminal'),
  ...call('10a', 'putTerminal'),
  ...transaction('10a', 'terminal'),
  ...journal('10a', 'accepted'),
  { id: 'turn-returned', hop: '10a', process: 'host', when: 'after', at: { module: 'turn/run-turn.js', name: 'runTurn' } },
  ...call('10b', 'putEvidence', { scenario: 'lost' }),
  ...transaction('10b', 'evidence', { scenario: 'lost' }),
  ...transaction('10b', 'recordRecovery', { scenario: 'lost' }),
  ...transaction('10b', 'settleTurn', { scenario: 'lost' }),
  ...transaction('11', 'settleWave'),
  { id: 'stream-read', hop: '12', process: 'api', when: 'after', at: { module: 'events/log.repo.js', name: 'readLog' } },
  ...transaction('stop', 'command'),
  ...transaction('stop', 'recordStopping'),
];

module.exports = { points: points.map((point) => ({ ...point, core: core.has(point.id) })), operations, activities };
