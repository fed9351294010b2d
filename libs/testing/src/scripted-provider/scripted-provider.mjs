#!/usr/bin/env node
/*
 * The scripted provider: a program that behaves like an agent CLI, and is none. No model, no network, no repository access.
 *
 * What it imitates: a child process that takes one turn over standard input, acknowledges it, streams text, reports usage, and ends; a
 * provider that keeps its own record of turns (`--lookup`), refuses, fails, hangs, ignores SIGTERM, leaves a grandchild that holds the pipe,
 * or dies without a word. What it does not imitate: tools, sessions with memory, real token counts, a sandbox, and anything a model would think.
 *
 * Protocol: one line of JSON in (the request), lines of JSON out (`acknowledged`, `delta`, `progress`, `usage`, then `completed`, `failed`,
 * `not_delivered` or `outcome_unknown`). The end of standard input is the death of the host; it ends the turn, unless the script says `survive`.
 *
 * Environment: SCRIPTED_LOG, a file that gets one fsynced line per event: `<event> <jobId> <attempt> <role> <time>`. `started` is written before
 * anything else happens in a turn, so that a second start can never hide. Next to it, `<log>.turns/` keeps the terminal of each turn.
 *
 * Script, anywhere in the question: [[script:{"lead":{...},"skeptic":{...},"verifier":{...},"general":{...},"*":{...}}]]
 * Fields of a role: text, delayMs (before the first word), chunks, chunkDelayMs, fail (error code), hang, ignoreSigterm, grandchild, invalidJson,
 * exit (code: ends without a word), tidyMs (what it takes to end after SIGTERM), noAck, notDelivered (number of attempts refused before acceptance), outcomeUnknown, survive, usage,
 * concerns [{claim, category, severity, confidence, evidenceStatus, reason, evidence, citations, suggestion}], outcome, limitations, abstain.
 * A role may hold "answer", "review" and "correct": fields for that job only. A correction takes over only the times of its role.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { resolveBehaviour } from './script.mjs';
import { composeOutput, shownText } from './output.mjs';

const log = process.env.SCRIPTED_LOG;
const recordsDir = log && `${log}.turns`;
const recordPath = (jobId, attempt) => join(recordsDir, `${jobId}-${attempt}.json`);

function durably(path, flags, text) {
  const fd = openSync(path, flags);
  writeSync(fd, text);
  fsyncSync(fd);
  closeSync(fd);
}

function note(event, { jobId, attempt, role }) {
  if (log) durably(log, 'a', `${event} ${jobId} ${attempt} ${role} ${new Date().toISOString()}\n`);
}

function record(request, value) {
  if (!recordsDir) return;
  mkdirSync(recordsDir, { recursive: true });
  const path = recordPath(request.jobId, request.attempt);
  durably(`${path}.new`, 'w', JSON.stringify(value));
  renameSync(`${path}.new`, path);
}

function say(line) {
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch (error) {
    // The host is gone and the pipe with it; a turn that survives goes on without a listener.
    if (error.code === 'EAGAIN') return say(line);
    if (error.code !== 'EPIPE') throw error;
  }
}

function lookup(jobId, attempt) {
  if (!recordsDir) return { status: 'unknown' };
  if (!existsSync(recordPath(jobId, attempt))) return { status: 'absent' };
  return JSON.parse(readFileSync(recordPath(jobId, attempt), 'utf8'));
}

/** Cuts a text into `count` pieces that give the text again when joined. */
function pieces(text, count) {
  const size = Math.max(1, Math.ceil(text.length / Math.max(1, count)));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}

function finish(request, line, usage) {
  record(request, { status: 'terminal', line, usage });
  note(line.type === 'completed' ? 'completed' : 'failed', request);
  say(line);
  process.exit(0);
}

async function turn(request) {
  const act = resolveBehaviour(request);
  if (request.attempt <= (act.notDelivered ?? 0)) {
    note('refused', request);
    say({ type: 'not_delivered', reason: 'scripted_refusal' });
    process.exit(0);
  }
  note('started', request);
  record(request, { status: 'running' });
  if (act.ignoreSigterm) process.on('SIGTERM', () => note('ignored_sigterm', request));
  else process.on('SIGTERM', () => (note('terminated', request), setTimeout(() => process.exit(143), act.tidyMs ?? 0)));
  if (act.grandchild) spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'inherit' });
  if (!act.noAck) say({ type: 'acknowledged', sessionId: `session-${request.jobId}`, turnId: `turn-${request.jobId}-${request.attempt}` });
  if (typeof act.exit === 'number') process.exit(act.exit);
  await delay(act.delayMs);
  if (act.fail) return finish(request, { type: 'failed', code: act.fail });
  const output = composeOutput(request, act);
  for (const piece of pieces(shownText(request, act, output), act.chunks)) {
    say(request.role === 'review' ? { type: 'progress', text: 'Reading the answer' } : { type: 'delta', text: piece });
    await delay(act.chunkDelayMs);
  }
  say({ type: 'usage', usage: act.usage });
  if (act.outcomeUnknown) {
    say({ type: 'outcome_unknown', reason: 'scripted_ambiguity' });
    process.exit(0);
  }
  if (act.hang) await new Promise(() => setInterval(() => undefined, 1_000));
  return finish(request, { type: 'completed', output }, act.usage);
}

if (process.argv[2] === '--lookup') {
  console.log(JSON.stringify(lookup(process.argv[3], process.argv[4])));
} else {
  const lines = createInterface({ input: process.stdin });
  let current;
  lines.once('line', (line) => {
    current = JSON.parse(line);
    void turn(current);
  });
  lines.once('close', () => {
    if (current && resolveBehaviour(current).survive) return;
    if (current) note('host_lost', current);
    process.exit(0);
  });
}
