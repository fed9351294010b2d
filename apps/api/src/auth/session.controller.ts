import { Controller } from '@nestjs/common';
import { fromNodeHeaders } from 'better-auth/node';
import { Services } from '../app/services';
import type { AnswerOf, CallOf } from '../http/call';
import { Route } from '../http/route';
import { sessionView } from './session-view';
import { passCookies } from './sessions';
import { signIn, signInByLink } from './sign-in';
import { signUp } from './sign-up';

@Controller()
export class SessionController {
  constructor(private readonly services: Services) {}

  @Route('getSetup')
  async getSetup(): Promise<AnswerOf<'getSetup'>> {
    const [workspace, owner] = await Promise.all([
      this.services.db.selectFrom('parley.workspace').select('name').executeTakeFirstOrThrow(),
      this.services.db.selectFrom('parley.person').select('id').where('role', '=', 'owner').executeTakeFirst(),
    ]);
    return {
      workspaceName: workspace.name,
      needsOwner: !owner,
      methods: owner ? ['password', 'local_link', 'invitation'] : ['password', 'local_link'],
    };
  }

  @Route('getSession')
  getSession(call: CallOf<'getSession'>): Promise<AnswerOf<'getSession'>> {
    return sessionView(this.services, call.actor.personId);
  }

  @Route('signUp')
  async signUp(call: CallOf<'signUp'>): Promise<AnswerOf<'signUp'>> {
    const { personId, cookies } = await signUp(this.services, call.body);
    passCookies(cookies, call.response);
    return sessionView(this.services, personId);
  }

  @Route('signIn')
  async signIn(call: CallOf<'signIn'>): Promise<AnswerOf<'signIn'>> {
    const { personId, cookies } = await signIn(this.services, call.body);
    passCookies(cookies, call.response);
    return sessionView(this.services, personId);
  }

  @Route('signInLocal')
  async signInLocal(call: CallOf<'signInLocal'>): Promise<AnswerOf<'signInLocal'>> {
    const { personId, cookies } = await signInByLink(this.services, call.body);
    passCookies(cookies, call.response);
    return sessionView(this.services, personId);
  }

  /** An API key is ended by deleting it; there is no session then, and nothing to do. */
  @Route('signOut')
  async signOut(call: CallOf<'signOut'>): Promise<void> {
    if (call.actor.via !== 'session') return;
    const { headers } = await this.services.auth.api.signOut({ headers: fromNodeHeaders(call.request.headers), returnHeaders: true });
    passCookies(headers, call.response);
    this.services.hub.endRights(call.actor.credentialId);
  }
}
