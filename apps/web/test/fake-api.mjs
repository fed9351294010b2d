// A small API in memory with the fixtures, for pictures of the screens. Not shipped.
import { createServer } from 'node:http';
import * as fixtures from './fixtures.mjs';

const scenes = Object.values(fixtures.scenes);
const list = (items) => ({ items });
const page = (items) => ({ items, before: null, after: null });
const problem = (status, code) => ({
  status,
  body: { type: `urn:parley:problem:${code}`, title: code, status, code, detail: 'Not here.', errors: [], requestId: 'req_test' },
});

function answer(method, path, query, signedIn) {
  if (path === '/v1/setup') return fixtures.setup;
  if (!signedIn) return problem(401, 'unauthenticated');
  const [, , kind, id, part] = path.split('/');
  const scene = scenes.find(({ conversation }) => conversation.id === id);
  switch (kind) {
    case 'session':
      return fixtures.session;
    case 'people':
      return list(fixtures.people);
    case 'profiles':
      return list(fixtures.profiles);
    case 'runtimes':
      return list(fixtures.runtimes);
    case 'participants':
      return list([]);
    case 'repositories':
      return list([fixtures.repository]);
    case 'mentions':
      return list(fixtures.mentions.filter(({ label }) => label.toLowerCase().startsWith(query.get('q') ?? '')));
    case 'previews':
      return fixtures.preview;
    case 'waves':
      return scenes.flatMap(({ waves }) => waves).find((wave) => wave.id === id) ?? problem(404, 'not_found');
    case 'messages':
      return scenes.flatMap(({ messages }) => messages).find((message) => message.id === id) ?? problem(404, 'not_found');
    case 'conversations':
      if (id === undefined)
        return page(
          query.get('state') === 'archived'
            ? []
            : fixtures.summaries.filter((summary) => query.get('needsAttention') === null || summary.needsAttention !== null),
        );
      if (scene === undefined) return problem(404, 'not_found');
      if (part === 'draft')
        return {
          conversationId: id,
          body: '',
          policy: 'note',
          responders: [],
          replyTo: null,
          supersedes: null,
          sources: [],
          contextRefs: [],
          clientMessageId: null,
          updatedAt: scene.conversation.createdAt,
        };
      if (part === 'messages') return page(scene.messages);
      if (part === 'waves') return list(scene.waves.filter((wave) => wave.state !== 'settled'));
      if (part === 'read') return { conversationId: id, readOrdinal: scene.conversation.latestOrdinal, unreadCount: 0 };
      return scene.conversation;
    default:
      return problem(404, 'not_found');
  }
}

export function startFakeApi(port = 0) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const signedIn = (request.headers.cookie ?? '').includes('parley=1');
    if (url.pathname === '/v1/events' && signedIn) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: ready\nid: c1\ndata: {}\n\n');
      return;
    }
    request.resume();
    request.on('end', () => {
      const found = answer(request.method, url.pathname, url.searchParams, signedIn);
      const isProblem = typeof found.status === 'number' && found.body !== undefined;
      response.writeHead(isProblem ? found.status : 200, { 'content-type': isProblem ? 'application/problem+json' : 'application/json' });
      response.end(JSON.stringify(isProblem ? found.body : found));
    });
  });
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () =>
      resolve({ port: server.address().port, close: () => (server.closeAllConnections(), server.close()) }),
    ),
  );
}
