import { type ErrorCode, errorCodes } from '@parley/domain';
import { z } from 'zod';
import { Host, ModelInfo, Profile, Repository, Runtime, RuntimeReport } from './catalogue';
import { Conversation, ConversationSummary, Draft, Mention, Message, Participant, Preview, ReadMarker } from './conversations';
import { type Endpoint, endpoints } from './endpoints';
import { ClosingEvent, ConversationEvent, DraftEvent, ReadEvent, ResetEvent } from './events';
import { Assignment } from './host';
import { ApiKey, Invitation, Person, PersonRef, Session } from './people';
import { Problem, statusOfKind } from './problem';
import { Concern, Job, Receipt, SendAccepted, Usage, Wave } from './waves';

type JsonObject = { [key: string]: unknown };

/** Schemas of answers that get a name in the document; everything else is written where it is used. */
const named = {
  ApiKey,
  Assignment,
  ClosingEvent,
  Concern,
  Conversation,
  ConversationEvent,
  ConversationSummary,
  Draft,
  DraftEvent,
  Host,
  Invitation,
  Job,
  Mention,
  Message,
  ModelInfo,
  Participant,
  Person,
  PersonRef,
  Preview,
  Problem,
  Profile,
  ReadEvent,
  ReadMarker,
  Receipt,
  Repository,
  ResetEvent,
  Runtime,
  RuntimeReport,
  SendAccepted,
  Session,
  Usage,
  Wave,
};

/** Codes that every endpoint may answer, by who may call it. */
const commonCodes = (endpoint: Endpoint): ErrorCode[] => [
  'request_invalid',
  ...(endpoint.auth === 'public' ? [] : (['unauthenticated', 'forbidden'] as const)),
  ...(endpoint.method === 'GET' ? [] : (['origin_refused', 'body_too_large'] as const)),
  ...(namesSomething(endpoint) ? (['not_found'] as const) : []),
  'rate_limited',
  'unavailable',
  'defect',
];

/** By an id in its path, or of a conversation elsewhere. */
const namesSomething = ({ params, query, body }: Endpoint): boolean =>
  params !== undefined || [query, body].some((part) => part instanceof z.ZodObject && 'conversationId' in part.shape);

const tags = { public: 'Open', person: 'People', host: 'Hosts' } as const;
const security = { public: [], person: [{ session: [] }, { apiKey: [] }], host: [{ hostToken: [] }] } as const;

/** The OpenAPI 3.1 document of the whole API, made of the table that also routes and validates. Pure and stable: equal tables give equal text. */
export function openApiDocument(): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const schemas: JsonObject = {};

  const hoist = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', ...(io === 'output' ? { metadata: registry } : {}) }) as JsonObject;
    for (const [name, definition] of Object.entries(($defs ?? {}) as JsonObject)) schemas[name] ??= relink(definition);
    return relink(rest) as JsonObject;
  };
  for (const [name, schema] of Object.entries(named)) schemas[name] ??= withoutId(hoist(schema, 'output'));

  const paths: { [path: string]: JsonObject } = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, hoist) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1',
      description: 'One API for the web, Slack, scripts and hosts. Errors are RFC 9457 problem documents with a stable code.',
    },
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'parley.session_token',
          description: 'Session of the web. Changes need an Origin header of the web.',
        },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key; GET needs the scope read, everything else write.' },
        hostToken: { type: 'http', scheme: 'bearer', description: 'The token of a host, only for /v1/host/*.' },
      },
      schemas: Object.fromEntries(
        Object.keys(schemas)
          .sort()
          .map((name): [string, JsonObject] => [name, withoutId(schemas[name] as JsonObject)]),
      ),
    },
  };
}

function operation(name: string, endpoint: Endpoint, hoist: (schema: z.ZodType, io: 'input' | 'output') => JsonObject): JsonObject {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tags[endpoint.auth]],
    security: security[endpoint.auth],
    ...parametersOf(endpoint, hoist),
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: hoist(endpoint.body, 'input') } } } }
      : {}),
    responses: { [endpoint.status]: answerOf(endpoint, hoist), ...problemsOf(endpoint) },
  };
}

function parametersOf(endpoint: Endpoint, hoist: (schema: z.ZodType, io: 'input' | 'output') => JsonObject): JsonObject {
  const parameters = (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const { properties, required } = hoist(schema, 'input') as { properties?: JsonObject; required?: string[] };
    return Object.entries(properties ?? {}).map(([name, property]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || (required ?? []).includes(name),
      schema: property,
    }));
  });
  return parameters.length === 0 ? {} : { parameters };
}

function answerOf(endpoint: Endpoint, hoist: (schema: z.ZodType, io: 'input' | 'output') => JsonObject): JsonObject {
  if (endpoint.stream) {
    return {
      description:
        'Server-sent events. `ready` first, with a cursor as id; then the types of ConversationEvent (data: ConversationEvent), `draft` (DraftEvent), `read` (ReadEvent), `reset` (ResetEvent) and last `closing` (ClosingEvent).',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    };
  }
  if (!endpoint.response) return { description: 'Done' };
  return { description: 'Answer', content: { 'application/json': { schema: hoist(endpoint.response, 'output') } } };
}

function problemsOf(endpoint: Endpoint): JsonObject {
  const codes = new Map<number, ErrorCode[]>();
  for (const code of new Set([...commonCodes(endpoint), ...endpoint.errors])) {
    const status = statusOfKind[errorCodes[code]];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codes]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        status,
        {
          description: list.join(', '),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          'x-codes': list,
        },
      ]),
  );
}

/** Definitions live in one place of the document. */
function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? item.replace('#/$defs/', '#/components/schemas/') : relink(item),
    ]),
  );
}

const withoutId = ({ id: _, ...schema }: JsonObject): JsonObject => schema;
