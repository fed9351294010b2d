import { type Kysely, sql } from 'kysely';

// The first shape. Ids are text (prefixed, sortable); every other table of `parley` hangs on `conversation`.
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `
create schema if not exists parley;
create schema if not exists runtime;

create table parley.person (
  id text primary key,
  auth_user_id text not null constraint person_auth_user_key unique,
  name text not null,
  email text not null constraint person_email_key unique,
  role text not null constraint person_role_check check (role in ('owner','admin','member','guest','service')),
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index person_one_owner on parley.person ((true)) where role = 'owner';

create table parley.workspace (
  id boolean primary key default true constraint workspace_single check (id),
  name text not null,
  cursor_key text not null,
  created_at timestamptz(3) not null default now()
);

create table parley.invitation (
  id text primary key,
  client_id text not null,
  created_by text not null references parley.person,
  email text not null,
  role text not null,
  token_hash text not null constraint invitation_token_key unique,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  constraint invitation_client_key unique (created_by, client_id)
);
create table parley.local_link (
  token_hash text primary key,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create table parley.api_key_request (
  person_id text not null references parley.person,
  client_id text not null,
  fingerprint text not null,
  key_id text not null,
  primary key (person_id, client_id)
);

create table parley.conversation (
  id text primary key,
  client_id text not null,
  created_by text not null references parley.person,
  request_fingerprint text not null,
  title text not null,
  title_auto boolean not null default true,
  state text not null default 'open' constraint conversation_state_check check (state in ('open','archived')),
  audience text not null constraint conversation_audience_check check (audience in ('workspace','people','private')),
  latest_ordinal integer not null default 0,
  event_seq bigint not null default 0,
  event_xid xid8 not null default '0',
  context_revision integer not null default 0,
  last_activity_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  constraint conversation_client_key unique (created_by, client_id)
);
create index conversation_activity on parley.conversation (state, last_activity_at desc, id desc) where deleted_at is null;

create table parley.conversation_member (
  conversation_id text not null references parley.conversation on delete cascade,
  person_id text not null references parley.person,
  primary key (conversation_id, person_id)
);
create index conversation_member_person on parley.conversation_member (person_id, conversation_id);

create table parley.participant (
  id text primary key,
  conversation_id text not null references parley.conversation on delete cascade,
  profile_id text not null,
  current_revision_id text not null,
  created_at timestamptz(3) not null default now(),
  constraint participant_profile_key unique (conversation_id, profile_id)
);
create table parley.participant_revision (
  id text primary key,
  participant_id text not null references parley.participant on delete cascade,
  revision integer not null,
  name text not null,
  role text not null,
  runtime_id text not null,
  runtime_name text not null,
  model_id text not null,
  effort text,
  role_contract_version integer not null,
  role_contract_hash text not null,
  created_at timestamptz(3) not null default now(),
  constraint participant_revision_key unique (participant_id, revision)
);

create table parley.context_revision (
  id text primary key,
  conversation_id text not null references parley.conversation on delete cascade,
  revision integer not null,
  refs jsonb not null,
  created_at timestamptz(3) not null default now(),
  constraint context_revision_key unique (conversation_id, revision)
);

create table parley.message (
  id text primary key,
  conversation_id text not null references parley.conversation on delete cascade,
  ordinal integer not null,
  author_kind text not null constraint message_author_check check (author_kind in ('person','agent','system')),
  person_id text references parley.person,
  participant_revision_id text references parley.participant_revision,
  body text,
  status text not null default 'visible' constraint message_status_check check (status in ('visible','superseded','tombstone')),
  reply_to text references parley.message,
  supersedes text references parley.message,
  superseded_by text references parley.message,
  sources jsonb not null default '[]',
  context_revision_id text references parley.context_revision,
  policy text,
  wave_id text,
  job_id text constraint message_job_key unique,
  freshness text,
  client_message_id text,
  request_fingerprint text,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  constraint message_ordinal_key unique (conversation_id, ordinal),
  constraint message_client_key unique (conversation_id, person_id, client_message_id),
  constraint message_tombstone_check check ((status = 'tombstone') = (body is null))
);
create index message_wave on parley.message (wave_id) where wave_id is not null;

create table parley.intent (
  id text primary key,
  conversation_id text not null references parley.conversation on delete cascade,
  message_id text not null references parley.message,
  policy text not null,
  assignments jsonb not null,
  window_ids jsonb not null,
  omitted integer not null,
  preview_fingerprint text,
  fingerprint text not null,
  status text not null default 'consumed' constraint intent_status_check check (status in ('pending','consumed','canceled')),
  created_at timestamptz(3) not null default now()
);

create table parley.wave (
  id text primary key,
  conversation_id text not null references parley.conversation on delete cascade,
  message_id text not null references parley.message,
  intent_id text not null references parley.intent,
  owner_id text not null references parley.person,
  policy text not null,
  position integer not null,
  predecessor_id text references parley.wave,
  state text not null default 'planned',
  gate text not null default 'open',
  gate_fingerprint text,
  gate_code text,
  phase text,
  outcome text,
  reason text,
  waiting jsonb,
  host_id text,
  snapshot_id text,
  receipt jsonb,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  settled_at timestamptz(3),
  constraint wave_position_key unique (conversation_id, position),
  constraint wave_state_check check (state in ('planned','snapshotting','queued','running','stop_requested','stopping','recovery_required','settled')),
  constraint wave_settled_check check ((state = 'settled') = (settled_at is not null) and (state = 'settled') = (outcome is not null))
);
create index wave_unsettled on parley.wave (conversation_id, position) where state <> 'settled';
create table parley.wave_timeline (
  wave_id text not null references parley.wave on delete cascade,
  n integer not null,
  at timestamptz(3) not null default now(),
  kind text not null,
  job_id text,
  detail jsonb not null default '{}',
  primary key (wave_id, n)
);
create table parley.stop_request (
  wave_id text not null references parley.wave on delete cascade,
  stop_id text not null,
  person_id text references parley.person,
  origin text not null constraint stop_origin_check check (origin in ('person','operator')),
  created_at timestamptz(3) not null default now(),
  primary key (wave_id, stop_id)
);
create table parley.snapshot (
  id text primary key,
  wave_id text not null constraint snapshot_wave_key unique references parley.wave on delete cascade,
  fingerprint text not null,
  roots jsonb not null,
  transcript jsonb not null,
  notes jsonb not null default '[]',
  created_at timestamptz(3) not null default now()
);
/* Evidence that hosts posted, before it is frozen; a gate decision replaces it. */
create table parley.context_evidence (
  wave_id text not null references parley.wave on delete cascade,
  host_id text not null,
  roots jsonb not null,
  at timestamptz(3) not null default now(),
  primary key (wave_id, host_id)
);

create table parley.job (
  id text primary key,
  wave_id text not null references parley.wave on delete cascade,
  conversation_id text not null references parley.conversation on delete cascade,
  phase text not null,
  role text not null,
  position integer not null,
  participant_revision_id text not null references parley.participant_revision,
  target_message_id text references parley.message,
  host_id text,
  attempt integer not null default 1,
  state text not null default 'queued',
  delivery text not null default 'not_sent',
  freshness text,
  attestation jsonb,
  result jsonb,
  error jsonb,
  usage jsonb,
  prompt_version integer not null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  constraint job_phase_key unique (wave_id, phase, position)
);
create index job_open on parley.job (host_id) where finished_at is null;

create table parley.concern (
  id text primary key,
  conversation_id text not null references parley.conversation on delete cascade,
  wave_id text not null references parley.wave on delete cascade,
  job_id text not null references parley.job on delete cascade,
  position integer not null,
  target_message_id text not null references parley.message,
  target_claim text not null,
  claim_found boolean not null,
  category text not null,
  severity text not null,
  confidence text not null,
  evidence_status text not null,
  reason text not null,
  evidence text not null,
  citations jsonb not null,
  suggested_resolution text not null,
  eligible boolean not null,
  redundant_of text references parley.concern,
  outcome text,
  answer text,
  correction_job_id text references parley.job,
  created_at timestamptz(3) not null default now(),
  constraint concern_position_key unique (job_id, position)
);
create index concern_wave on parley.concern (wave_id);

create table parley.draft (
  conversation_id text not null references parley.conversation on delete cascade,
  person_id text not null references parley.person,
  content jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (conversation_id, person_id)
);
create table parley.read_marker (
  conversation_id text not null references parley.conversation on delete cascade,
  person_id text not null references parley.person,
  ordinal integer not null,
  updated_at timestamptz(3) not null default now(),
  primary key (conversation_id, person_id)
);

/* seq comes from the conversation row under its lock. xid orders the merged stream: readers take rows below the oldest running transaction only.
   It is that of the writer, or of an earlier event of the conversation if that was higher, so that seq and xid never disagree. */
create table parley.conversation_event (
  conversation_id text collate "C" not null,
  seq bigint not null,
  type text not null,
  payload jsonb not null,
  at timestamptz(3) not null default now(),
  xid xid8 not null,
  primary key (conversation_id, seq)
);
create index conversation_event_order on parley.conversation_event (xid, conversation_id, seq);

create table parley.outbox (
  id bigint generated always as identity primary key,
  conversation_id text not null,
  wave_id text not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  next_at timestamptz(3) not null default now(),
  last_error text,
  delivered_at timestamptz(3)
);
create index outbox_pending on parley.outbox (id) where delivered_at is null;

create table parley.host (
  id text primary key,
  name text not null constraint host_name_key unique,
  token_hash text not null,
  platform text not null default '',
  version text not null default '',
  capacity integer not null default 2,
  running integer not null default 0,
  runtimes jsonb not null default '[]',
  seen_at timestamptz(3),
  inspects_until timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create table parley.repository (
  id text primary key,
  key text not null constraint repository_key_key unique,
  label text not null,
  created_at timestamptz(3) not null default now()
);
create table parley.host_repository (
  host_id text not null references parley.host on delete cascade,
  repository_id text not null references parley.repository on delete cascade,
  branch text,
  head_sha text,
  available boolean not null,
  reason text,
  edited integer,
  untracked integer,
  generation text,
  inspected_at timestamptz(3),
  inspect_requested_at timestamptz(3),
  seen_at timestamptz(3) not null default now(),
  primary key (host_id, repository_id)
);
create table runtime.turn (
  job_id text not null,
  attempt integer not null,
  host_id text not null,
  wave_id text not null,
  delivery text not null default 'not_sent',
  terminal_hash text,
  terminal jsonb,
  outcome text,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (job_id, attempt)
);
create index turn_wave on runtime.turn (wave_id);
create unlogged table runtime.turn_draft (
  job_id text not null,
  attempt integer not null,
  seq integer not null,
  text text not null,
  truncated boolean not null default false,
  progress text,
  updated_at timestamptz(3) not null default now(),
  primary key (job_id, attempt)
);
`;
  // One statement at a time: a failure then names the one that failed.
  for (const statement of statements.split(/;\n/).filter((text) => text.trim())) await sql.raw(statement).execute(db);
}
