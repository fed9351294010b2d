import { limits, ParleyError } from '@parley/domain';
import type { Request } from 'express';

/**
 * Reads a JSON body of at most `limits.requestBodyBytes`. A request without a body gives undefined.
 * An own reader, because a refused request has to get the problem document, and the auth library wants an unread stream.
 */
export async function readJsonBody(request: Request, maxBytes: number = limits.requestBodyBytes): Promise<unknown> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the connection: the refusal has to reach the sender.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  if (!isJson(request.headers['content-type']))
    throw new ParleyError('request_invalid', 'The body must be JSON: Content-Type: application/json.');
  if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity')
    throw new ParleyError('request_invalid', 'The body must not be compressed.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch (cause) {
    throw new ParleyError('request_invalid', 'The body is not well-formed JSON.', [], { cause });
  }
}

const isJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType ?? '');
const tooLarge = (max: number): ParleyError => new ParleyError('body_too_large', `The body must be at most ${max} bytes.`);
