import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/** Gives the library one more call: a session for somebody who proved himself in another way. No route leads to it. */
export const startSessionPlugin = () =>
  ({
    id: 'start-session',
    endpoints: {
      startSession: createAuthEndpoint('/start-session', { method: 'POST', body: z.object({ userId: z.string() }) }, async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw ctx.error('NOT_FOUND');
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return { sessionId: session.id };
      }),
    },
  }) satisfies BetterAuthPlugin;
