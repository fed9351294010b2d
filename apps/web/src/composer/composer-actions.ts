import { useMemo } from 'react';
import type { ContextRef, Mention, Policy } from '../api/types';
import { writeStored } from '../ui/stored';
import { agentOf, agentsFor, type Catalogue, type Choice, firstChoice, withMentioned } from './agents';
import type { ChosenAgent, ComposerDraft } from './draft-state';
import { rememberChoice, rememberedChoice } from './use-catalogue';

type Change = Partial<Omit<ComposerDraft, 'clientMessageId'>>;

/** What a person changes beside the text: the mode, who answers, and the sources. The same for a first message and for every later one. */
export function useComposerActions(draft: ComposerDraft, change: (next: Change) => void, catalogue: Catalogue) {
  return useMemo(() => {
    const agent = (profileId: string): ChosenAgent | null => {
      const profile = catalogue.profiles.find(({ id }) => id === profileId);
      return profile === undefined ? null : agentOf(profile, firstChoice(profile.id, catalogue, rememberedChoice(profile.id)));
    };
    const joined = (profileId: string): Change => {
      const one = agent(profileId);
      return one === null ? {} : withMentioned(draft.policy, draft.agents, one);
    };
    const withRef = (ref: ContextRef): Change =>
      draft.contextRefs.some(({ id }) => id === ref.id) ? {} : { contextRefs: [...draft.contextRefs, ref] };
    return {
      setPolicy: (policy: Policy) => {
        writeStored('policy', policy);
        change({ policy, agents: agentsFor(policy, draft.agents, catalogue, rememberedChoice) });
      },
      setChoice: (profileId: string, choice: Choice) => {
        rememberChoice(profileId, choice);
        change({ agents: draft.agents.map((one) => (one.profileId === profileId ? { ...one, ...choice } : one)) });
      },
      removeAgent: (profileId: string) => change({ agents: draft.agents.filter((one) => one.profileId !== profileId) }),
      addAgent: (profileId: string) => change(joined(profileId)),
      addRef: (ref: ContextRef) => change(withRef(ref)),
      removeRef: (id: string) => change({ contextRefs: draft.contextRefs.filter((ref) => ref.id !== id) }),
      mention: (mention: Mention, body: string) =>
        change({
          body,
          ...(mention.kind === 'repository'
            ? withRef({ kind: 'repository', id: mention.id, label: mention.label, available: mention.available })
            : joined(mention.id)),
        }),
    };
  }, [catalogue, change, draft]);
}
