// Contract-shaped data for component tests and pictures. fixtures.test.ts checks every item against the schemas.
const now = Date.now();
export const at = (secondsAgo) => new Date(now - secondsAgo * 1000).toISOString();
const pad = (text) => text.padEnd(12, '0').slice(0, 20);
export const id = (prefix, name) => `${prefix}_${pad(name.toLowerCase().replace(/[^0-9a-z]/g, ''))}`;
export const hash = (letter) => letter.repeat(64);

export const me = { id: id('per', 'mira'), name: 'Mira Kovač' };
export const ana = { id: id('per', 'ana'), name: 'Ana Ruiz' };
const mayAll = (...allowedActions) => ({ allowedActions, blocked: {} });

export const session = {
  person: { ...me, email: 'mira@northwind.example', role: 'owner', createdAt: at(900_000) },
  workspaceName: 'Northwind',
  temporalUiUrl: 'http://localhost:8233',
};
export const setup = { workspaceName: 'Northwind', needsOwner: false, methods: ['password', 'local_link', 'invitation'] };

export const profiles = [
  {
    id: 'prf_builtin_lead',
    name: 'Lead',
    role: 'lead',
    lens: 'operating path',
    description: 'Commits to an actionable choice.',
    contractVersion: 1,
    builtIn: true,
  },
  {
    id: 'prf_builtin_skeptic',
    name: 'Skeptic',
    role: 'skeptic',
    lens: 'strongest counter',
    description: 'Looks for the hidden assumption.',
    contractVersion: 1,
    builtIn: true,
  },
  {
    id: 'prf_builtin_verifier',
    name: 'Verifier',
    role: 'verifier',
    lens: 'evidence boundary',
    description: 'Separates given, inferred and unknown.',
    contractVersion: 1,
    builtIn: true,
  },
];
const hostRef = { id: id('hst', 'laptopana'), name: 'laptop-ana' };
const runtimeHost = { ...hostRef, online: true, ready: true, reason: null };
const model = (modelId, name, contextTokens, efforts) => ({
  id: modelId,
  name,
  contextTokens,
  efforts,
  inputUsdPerMillion: null,
  outputUsdPerMillion: null,
});
const runtime = (runtimeId, name, kind, models, more = {}) => ({
  id: runtimeId,
  name,
  kind,
  version: '1.0.0',
  ready: true,
  reason: null,
  models,
  enforced: { level: 'sandbox', detail: 'Writes are refused by the system sandbox on laptop-ana.' },
  capabilities: { streaming: true, usage: true, interrupt: true, reconcile: true },
  hosts: [runtimeHost],
  seenAt: at(3),
  ...more,
});
export const runtimes = [
  runtime('codex', 'Codex', 'cli', [model('gpt-5.5', 'gpt-5.5', 400_000, ['low', 'medium', 'high'])]),
  runtime('claude', 'Claude', 'cli', [model('opus-5', 'Opus 5', 200_000, []), model('sonnet-5', 'Sonnet 5', 200_000, [])]),
  runtime('evidence', 'Evidence', 'built_in', [model('evidence', 'Evidence', null, [])], {
    enforced: { level: 'built_in', detail: 'Reads files with our own tools; asks no model.' },
  }),
  runtime('grok', 'Grok', 'cli', [model('grok-4.5', 'Grok 4.5', 256_000, [])], {
    ready: false,
    reason: 'The program grok is not installed on laptop-ana.',
  }),
];
export const repository = {
  id: id('rep', 'parley'),
  label: 'parley',
  branch: 'main',
  headSha: '3f2c1ab0d4',
  available: true,
  reason: null,
  hosts: [{ ...hostRef, online: true }],
  seenAt: at(3),
};
const ref = { kind: 'repository', id: repository.id, label: 'parley', available: true };
export const people = [
  { ...me, role: 'owner' },
  { ...ana, role: 'member' },
  { id: id('per', 'tomas'), name: 'Tomas Lind', role: 'member' },
];
export const mentions = [
  ...profiles.map((profile) => ({
    kind: 'agent',
    id: profile.id,
    label: profile.name,
    detail: profile.lens,
    available: true,
    reason: null,
    role: profile.role,
  })),
  { kind: 'repository', id: repository.id, label: 'parley', detail: 'main at 3f2c1ab, on laptop-ana', available: true, reason: null },
  {
    kind: 'repository',
    id: id('rep', 'storefront'),
    label: 'storefront',
    detail: 'main at 77ac210, on build-mac',
    available: false,
    reason: 'Host build-mac is offline',
  },
];

const choices = {
  lead: ['codex', 'Codex', 'gpt-5.5', 'high'],
  skeptic: ['claude', 'Claude', 'Opus 5', null],
  verifier: ['claude', 'Claude', 'Opus 5', null],
};
const participant = (role) => ({
  id: id('par', role),
  profileId: `prf_builtin_${role}`,
  name: role[0].toUpperCase() + role.slice(1),
  role,
});
const choice = (role) => ({
  runtimeId: choices[role][0],
  runtimeName: choices[role][1],
  modelId: choices[role][2],
  effort: choices[role][3],
});
const assignment = (role) => ({ participantId: participant(role).id, name: participant(role).name, role, ...choice(role) });
const usage = (inputTokens, outputTokens, costUsd) => ({
  inputTokens,
  outputTokens,
  cachedTokens: null,
  reasoningTokens: null,
  modelCalls: 1,
  costUsd,
});
const noUsage = { inputTokens: null, outputTokens: null, cachedTokens: null, reasoningTokens: null, modelCalls: null, costUsd: null };
const attestation = { level: 'sandbox', detail: 'Writes outside the scratch folder are refused.' };

export const job = (name, jobRole, role, change = {}) => ({
  id: id('job', name),
  role: jobRole,
  participant: participant(role),
  ...choice(role),
  host: hostRef,
  state: 'completed',
  delivery: 'terminal',
  attempt: 1,
  headline: { tone: 'good', text: 'Answered' },
  draft: null,
  result: null,
  error: null,
  freshness: 'fresh',
  attestation,
  usage: usage(6_000, 900, 0.06),
  startedAt: at(700),
  finishedAt: at(682),
  ...change,
});
export const context = {
  fingerprint: hash('a'),
  previewFingerprint: hash('a'),
  capturedAt: at(702),
  roots: [
    {
      repositoryId: repository.id,
      label: 'parley',
      branch: 'main',
      headSha: '3f2c1ab0d4',
      edited: 2,
      untracked: 1,
      generation: hash('b'),
      access: 'filesystem_read',
    },
  ],
  transcript: { included: 34, omitted: 6, firstOrdinal: 7, lastOrdinal: 40 },
  refs: [ref],
  notes: [],
};
export const wave = (name, conversation, messageId, change = {}) => ({
  id: id('wav', name),
  conversationId: conversation,
  messageId,
  question: 'If the relay dies between Temporal’s answer and marking the outbox row, can the same send start two waves?',
  policy: 'direct',
  state: 'running',
  gate: 'ready',
  phase: 'answer',
  outcome: null,
  reason: null,
  headline: { tone: 'working', text: 'Verifier is answering now' },
  waitingFor: null,
  predecessorId: null,
  assignments: [assignment('verifier')],
  jobs: [],
  concerns: [],
  receipt: null,
  context,
  usage: noUsage,
  timeline: [{ at: at(704), kind: 'created', text: 'Accepted', jobId: null }],
  temporalUrl: 'http://localhost:8233/namespaces/default/workflows/wave',
  createdAt: at(704),
  startedAt: at(702),
  settledAt: null,
  ...mayAll('stop', 'cancel'),
  ...change,
});
export const message = (name, conversation, ordinal, author, body, change = {}) => ({
  id: id('msg', name),
  conversationId: conversation,
  ordinal,
  author: { kind: 'person', personId: author.id, name: author.name },
  body,
  status: 'visible',
  replyTo: null,
  supersedes: null,
  supersededBy: null,
  sources: [],
  contextRefs: [],
  policy: 'note',
  waveId: null,
  jobId: null,
  freshness: null,
  clientMessageId: null,
  createdAt: at(700 - ordinal),
  ...mayAll('reply', 'select', 'supersede', 'delete'),
  ...change,
});
const answer = (name, conversation, ordinal, role, waveId, jobId, body, change = {}) => ({
  ...message(name, conversation, ordinal, me, body),
  author: { kind: 'agent', participantId: participant(role).id, name: participant(role).name, role, ...choice(role) },
  policy: null,
  waveId,
  jobId,
  freshness: 'fresh',
  ...mayAll('reply', 'select'),
  ...change,
});
const conversation = (cid, title, change = {}) => ({
  id: cid,
  title,
  state: 'open',
  audience: { kind: 'workspace', people: 14 },
  createdBy: me.id,
  createdAt: at(5_000),
  lastActivityAt: at(10),
  latestOrdinal: 5,
  readOrdinal: 5,
  eventSeq: 40,
  unsettledWaves: 1,
  allowedActions: ['send', 'ask', 'rename', 'change_audience'],
  blocked: {
    archive: { code: 'action_unavailable', detail: 'A response has not settled yet. Stop it, or wait for it.' },
    delete: { code: 'action_unavailable', detail: 'A response has not settled yet. Stop it, or wait for it.' },
    restore: { code: 'action_unavailable', detail: 'It is not archived.' },
  },
  ...change,
});

const firstAnswer = `**No, one send starts at most one wave, but only because of two things together.** The relay may well deliver a row twice; the second start is refused.

- The workflow id is derived from the wave row, which is written in the same transaction as the message apps/api/src/relay/claim.ts:41.
- The start is sent with the \`REJECT_DUPLICATE\` policy apps/api/src/relay/start-wave.ts:27.

What would break it: nothing I can find in the relay itself. The reconcile job marks such rows within a minute apps/api/src/relay/reconcile.ts:63.`;
const correctedAnswer = `**No, one send starts at most one wave, but only because of two things together.** The relay may well deliver a row twice; the second start is refused.

- The workflow id is derived from the wave row, which is written in the same transaction as the message apps/api/src/relay/claim.ts:41.
- The start is sent with the \`REJECT_DUPLICATE\` policy apps/api/src/relay/start-wave.ts:27. Without that policy a wave that had already closed would start again, because the default allows the id to be used once more.

What would break it: retention. Temporal forgets closed ids after seven days, so a row that stays unmarked longer than that is not protected by the id. The reconcile job marks such rows within a minute apps/api/src/relay/reconcile.ts:63.`;
const liveText =
  'There is a gauge, `parley_outbox_oldest_seconds`, and an alert rule on it infra/otel/alerts.yml:18, but the threshold is five minutes, not one. Given what the reconcile job promises, I would';

function mainConversation() {
  const cid = id('cnv', 'relay');
  const teamId = id('wav', 'team');
  const directId = id('wav', 'direct');
  const queuedId = id('wav', 'queued');
  const lead = job('lead', 'answer', 'lead', { result: { kind: 'answer', messageId: id('msg', 'first') } });
  const skeptic = job('skeptic', 'review', 'skeptic', {
    startedAt: at(681),
    finishedAt: at(664),
    headline: { tone: 'needs_you', text: '1 concern' },
    result: { kind: 'review', outcome: 'concerns', limitations: [], accessAvailable: true, concernIds: [id('con', 'retention')] },
  });
  const verifier = job('verifier', 'review', 'verifier', {
    startedAt: at(681),
    finishedAt: at(669),
    headline: { tone: 'good', text: 'No concern' },
    result: {
      kind: 'review',
      outcome: 'no_concern_found',
      limitations: ['The dynamic configuration of other environments was not visible.'],
      accessAvailable: true,
      concernIds: [],
    },
  });
  const correct = job('correct', 'correct', 'lead', {
    startedAt: at(663),
    finishedAt: at(654),
    headline: { tone: 'good', text: 'Answer revised' },
    result: { kind: 'correction', outcome: 'revised', limitations: [], messageId: id('msg', 'corrected') },
  });
  const concern = {
    id: id('con', 'retention'),
    waveId: teamId,
    jobId: skeptic.id,
    reviewer: { name: 'Skeptic', role: 'skeptic' },
    targetMessageId: id('msg', 'first'),
    targetClaim: 'nothing I can find in the relay itself',
    claimFound: true,
    category: 'hidden assumption',
    severity: 'blocking',
    confidence: 'high',
    evidenceStatus: 'observed_context',
    reason: 'Closed ids are forgotten after the retention time. A row unmarked for longer would start a second wave.',
    evidence: 'The namespace keeps closed workflows for seven days.',
    citations: [{ kind: 'path', root: 'parley', path: 'infra/temporal/dynamic.yml', line: 12, endLine: null, valid: true }],
    suggestedResolution: 'Name retention as the limit of the guarantee.',
    eligible: true,
    redundantOf: null,
    outcome: 'revised',
    answer: 'True. The answer now names it.',
    createdAt: at(664),
    ...mayAll(),
  };
  const receipt = {
    version: 1,
    policy: 'team',
    outcome: 'complete',
    reason: 'completed',
    complete: true,
    summary: 'Both reviewers finished. One concern: one revised.',
    reviewers: [
      { jobId: skeptic.id, name: 'Skeptic', role: 'skeptic', status: 'concerns', concerns: 1, detail: null },
      { jobId: verifier.id, name: 'Verifier', role: 'verifier', status: 'no_concern', concerns: 0, detail: null },
    ],
    concerns: [{ concernId: concern.id, eligible: true, outcome: 'revised' }],
    context: [
      { phase: 'answer', fingerprint: hash('a'), freshness: 'fresh' },
      { phase: 'review', fingerprint: hash('a'), freshness: 'fresh' },
    ],
    contracts: [{ jobId: lead.id, role: 'lead', contractVersion: 1, promptVersion: 1 }],
    usage: usage(18_240, 3_100, 0.21),
    notDone: [],
  };
  const liveJob = job('live', 'answer', 'verifier', {
    state: 'running',
    delivery: 'acknowledged',
    headline: { tone: 'working', text: 'Answering on laptop-ana' },
    draft: { seq: 4, text: liveText, truncated: false },
    usage: null,
    freshness: null,
    startedAt: at(12),
    finishedAt: null,
  });
  return {
    conversation: conversation(cid, 'Can the relay deliver a send twice?'),
    headline: { tone: 'working', text: 'Verifier is answering now' },
    messages: [
      message(
        'q1',
        cid,
        1,
        me,
        'If the relay dies between Temporal’s answer and marking the outbox row, can the same send start two waves? Please check the code, not the docs.',
        { contextRefs: [ref], policy: 'team', waveId: teamId },
      ),
      answer('first', cid, 2, 'lead', teamId, lead.id, firstAnswer, { status: 'superseded', supersededBy: id('msg', 'corrected') }),
      answer('corrected', cid, 3, 'lead', teamId, correct.id, correctedAnswer, { supersedes: id('msg', 'first') }),
      message('q2', cid, 4, ana, 'Good catch on retention. Do we alert on rows older than a minute?', {
        waveId: directId,
        policy: 'direct',
      }),
      message('q3', cid, 5, me, 'Write the runbook entry for that alert.', { waveId: queuedId, policy: 'direct' }),
    ],
    waves: [
      wave('team', cid, id('msg', 'q1'), {
        policy: 'team',
        state: 'settled',
        phase: 'complete',
        outcome: 'complete',
        reason: 'completed',
        headline: { tone: 'good', text: 'Complete' },
        assignments: ['lead', 'skeptic', 'verifier'].map(assignment),
        jobs: [lead, skeptic, verifier, correct],
        concerns: [concern],
        receipt,
        usage: usage(18_240, 3_100, 0.21),
        settledAt: at(654),
        ...mayAll(),
        timeline: [
          { at: at(704), kind: 'created', text: 'Accepted', jobId: null },
          { at: at(702), kind: 'frozen', text: 'Context frozen on laptop-ana', jobId: null },
          { at: at(700), kind: 'started', text: 'Lead started', jobId: lead.id },
          { at: at(682), kind: 'ended', text: 'Lead answered', jobId: lead.id },
          { at: at(654), kind: 'settled', text: 'Settled: complete', jobId: null },
        ],
      }),
      wave('direct', cid, id('msg', 'q2'), { jobs: [liveJob], createdAt: at(14), startedAt: at(13) }),
      wave('queued', cid, id('msg', 'q3'), {
        question: 'Write the runbook entry for that alert.',
        state: 'queued',
        phase: null,
        assignments: [assignment('lead')],
        headline: { tone: 'waiting', text: 'Waiting for the response before it' },
        waitingFor: {
          kind: 'predecessor',
          code: 'waiting_for_predecessor',
          title: 'Waiting for the response before it',
          detail: 'It starts when it has settled.',
          since: at(5),
          waveId: directId,
          host: null,
        },
        startedAt: null,
        createdAt: at(5),
      }),
    ],
  };
}

/** A conversation with one question and one wave in a given state. */
function single(name, title, headline, change, messages = []) {
  const cid = id('cnv', name);
  const waveId = id('wav', name);
  return {
    conversation: conversation(cid, title, { latestOrdinal: 1 + messages.length, readOrdinal: 0 }),
    headline,
    messages: [
      message(`${name}q`, cid, 1, me, 'Should we page on the age of the oldest outbox row?', {
        waveId,
        policy: change.policy ?? 'direct',
        contextRefs: [ref],
      }),
      ...messages.map((make, index) => make(cid, waveId, index + 2)),
    ],
    waves: [wave(name, cid, id('msg', `${name}q`), { headline, ...change })],
  };
}
const waiting = (kind, code, title, detail) => ({ kind, code, title, detail, since: at(60), waveId: null, host: null });

function panelConversation() {
  const answers = {
    lead: '**Keep five minutes for the page, add a warning at one.** The reconcile job runs each minute, so a single late run must not wake anyone reconcile.ts:63.',
    skeptic:
      '**Alert on the second missed run, not on age.** Age also grows while Temporal is down, and that has its own alert alerts.yml:31.',
  };
  const jobs = [
    job('panellead', 'answer', 'lead', { result: { kind: 'answer', messageId: id('msg', 'panellead') }, finishedAt: at(686) }),
    job('panelskeptic', 'answer', 'skeptic', { result: { kind: 'answer', messageId: id('msg', 'panelskeptic') }, finishedAt: at(681) }),
    job('panelverifier', 'answer', 'verifier', {
      state: 'failed',
      headline: { tone: 'bad', text: 'The quota of this key is used up' },
      error: {
        code: 'provider_rate_limited',
        title: 'The quota of this key is used up',
        detail: 'Nothing was answered, and the request was not repeated. Wait, or choose another model.',
        violation: null,
      },
      usage: null,
      freshness: null,
    }),
  ];
  return single(
    'panel',
    'Alert thresholds of the outbox',
    { tone: 'waiting', text: 'Partial' },
    {
      policy: 'panel',
      state: 'settled',
      phase: 'complete',
      outcome: 'partial',
      reason: 'failed',
      assignments: ['lead', 'skeptic', 'verifier'].map(assignment),
      jobs,
      usage: usage(9_000, 800, 0.08),
      settledAt: at(680),
      ...mayAll('retry'),
      receipt: {
        version: 1,
        policy: 'panel',
        outcome: 'partial',
        reason: 'failed',
        complete: false,
        summary: '2 of 3 agents answered.',
        reviewers: [],
        concerns: [],
        context: [{ phase: 'answer', fingerprint: hash('a'), freshness: 'fresh' }],
        contracts: [],
        usage: usage(9_000, 800, 0.08),
        notDone: ['Verifier gave no answer.'],
      },
    },
    Object.entries(answers).map(
      ([role, body], index) =>
        (cid, waveId, ordinal) =>
          answer(`panel${role}`, cid, ordinal, role, waveId, jobs[index].id, body),
    ),
  );
}

const codeAnswer = `## What the relay does

It claims rows with \`for update skip locked\`:

\`\`\`ts
// Two relays never hold the same row.
const rows = await trx.selectFrom('outbox').where('sent_at', 'is', null).forUpdate().skipLocked().limit(20).execute();
for (const row of rows) await start(row, { policy: 'REJECT_DUPLICATE' });
\`\`\`

| Step | Durable | On a crash |
| --- | --- | --- |
| claim | no | claimed again |
| start | yes | refused as a duplicate |

1. Claim
2. Start, see apps/api/src/relay/start-wave.ts:27-31
3. Mark

> A row is delivered at least once.

See [the guide](https://docs.temporal.io/workflows).`;

export const scenes = {
  main: mainConversation(),
  gate: single(
    'gate',
    'Cursor paging on shared views',
    { tone: 'needs_you', text: 'Context changed, your call' },
    {
      state: 'planned',
      gate: 'reconfirmation_required',
      phase: null,
      waitingFor: waiting(
        'decision',
        'context_changed',
        'The repository changed since you pressed send',
        'parley: 2 files edited, HEAD moved from 3f2c1ab to 91d0e77. Agents have not started.',
      ),
      context: { ...context, previewFingerprint: hash('c') },
      ...mayAll('stop', 'continue', 'cancel'),
    },
  ),
  recovery: single(
    'recovery',
    'Retention of unlogged drafts',
    { tone: 'needs_you', text: 'Cannot confirm the end' },
    {
      state: 'recovery_required',
      jobs: [
        job('lost', 'answer', 'verifier', {
          state: 'recovery_required',
          delivery: 'ambiguous',
          headline: { tone: 'needs_you', text: 'Cannot confirm the end' },
          usage: null,
          freshness: null,
          finishedAt: null,
        }),
      ],
      waitingFor: waiting(
        'recovery',
        'delivery_not_confirmed',
        'We cannot confirm how the turn of Verifier ended',
        'The host laptop-ana went away after the request was handed over. It will not be sent again by itself. If the host comes back, we look there first.',
      ),
      ...mayAll('stop', 'resume'),
    },
  ),
  host: single(
    'host',
    'Release notes for 0.4',
    { tone: 'waiting', text: 'Waiting for host build-mac' },
    {
      state: 'queued',
      phase: null,
      waitingFor: waiting(
        'host',
        'host_offline',
        'Waiting for host build-mac',
        'It is offline, and the only host that has all selected repositories. This response starts when it is back.',
      ),
      ...mayAll('stop', 'cancel'),
    },
  ),
  interrupted: single(
    'interrupted',
    'Which index serves the unread count?',
    { tone: 'needs_you', text: 'Interrupted before it started' },
    {
      state: 'planned',
      gate: 'interrupted',
      phase: null,
      waitingFor: waiting(
        'resume',
        'context_unavailable',
        'Interrupted before agents started',
        'A selected repository could not be read. Your message is kept and nothing was asked. Resume to try again, or cancel.',
      ),
      ...mayAll('stop', 'resume', 'cancel'),
    },
  ),
  stopping: single(
    'stopping',
    'Slack redelivery after a restart',
    { tone: 'working', text: 'Stopping' },
    {
      state: 'stopping',
      jobs: [
        job('stoplive', 'answer', 'verifier', {
          state: 'cancel_requested',
          headline: { tone: 'working', text: 'Stopping' },
          draft: { seq: 1, text: 'The redelivery is', truncated: false },
          usage: null,
          freshness: null,
          finishedAt: null,
        }),
      ],
      waitingFor: waiting('stop', 'stopping', 'Stopping', 'Nothing more will be started. Verifier is being interrupted on laptop-ana.'),
      ...mayAll(),
    },
  ),
  reviewing: single(
    'reviewing',
    'Naming: job or turn?',
    { tone: 'working', text: 'Skeptic and Verifier are reviewing' },
    {
      policy: 'team',
      phase: 'review',
      assignments: ['lead', 'skeptic', 'verifier'].map(assignment),
      jobs: [
        job('revlead', 'answer', 'lead', { result: { kind: 'answer', messageId: id('msg', 'revlead') } }),
        job('revskeptic', 'review', 'skeptic', {
          state: 'running',
          headline: { tone: 'working', text: 'Reviewing on laptop-ana' },
          usage: null,
          freshness: null,
          startedAt: at(8),
          finishedAt: null,
        }),
        job('revverifier', 'review', 'verifier', {
          state: 'queued',
          host: null,
          headline: { tone: 'waiting', text: 'Waiting to start' },
          usage: null,
          freshness: null,
          startedAt: null,
          finishedAt: null,
          attestation: null,
        }),
      ],
    },
    [(cid, waveId, ordinal) => answer('revlead', cid, ordinal, 'lead', waveId, id('job', 'revlead'), codeAnswer)],
  ),
  panel: panelConversation(),
};

export const preview = {
  sections: [
    { name: 'role', label: 'Role and rules', bytes: 4_560, tokens: 1_140 },
    { name: 'request', label: 'Your request', bytes: 152, tokens: 38 },
    { name: 'sources', label: 'Sources', bytes: 8_840, tokens: 2_210 },
    { name: 'transcript', label: 'Conversation', bytes: 73_920, tokens: 18_480 },
  ],
  totalTokens: 21_868,
  limitTokens: 128_000,
  transcript: { included: 34, omitted: 6, firstOrdinal: 7, lastOrdinal: 40 },
  roots: [
    {
      repositoryId: repository.id,
      label: 'parley',
      branch: 'main',
      headSha: '3f2c1ab0d4',
      edited: 2,
      untracked: 1,
      generation: hash('b'),
      access: 'filesystem_read',
      host: 'laptop-ana',
    },
  ],
  turns: 4,
  estimatedCostUsd: 0.24,
  audience: 'Everyone in Northwind (14 people)',
  warnings: [],
  fingerprint: hash('a'),
  expiresAt: new Date(now + 120_000).toISOString(),
};

export const summaries = Object.values(scenes).map(({ conversation: c, headline }, index) => ({
  id: c.id,
  title: c.title,
  state: 'open',
  audienceKind: 'workspace',
  lastActivityAt: at(index * 1_500),
  latestOrdinal: c.latestOrdinal,
  unreadCount: index === 1 || index === 2 ? 2 : 0,
  waitingWaves: 0,
  needsAttention: headline.tone === 'needs_you' ? { reason: headline.text, waveId: null } : null,
  headline,
}));
