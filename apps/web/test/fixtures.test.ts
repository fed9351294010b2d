/** @jest-environment node */
import * as contracts from '@parley/contracts';
import * as fixtures from './fixtures.mjs';

const scenes = Object.entries(fixtures.scenes);

describe('the fixtures have the shapes of the contract', () => {
  it.each(scenes)('scene %s', (_, scene) => {
    contracts.Conversation.parse(scene.conversation);
    for (const message of scene.messages) contracts.Message.parse(message);
    for (const wave of scene.waves) contracts.Wave.parse(wave);
  });
  it('catalogue, session and preview', () => {
    contracts.Session.parse(fixtures.session);
    contracts.Setup.parse(fixtures.setup);
    contracts.Preview.parse(fixtures.preview);
    for (const runtime of fixtures.runtimes) contracts.Runtime.parse(runtime);
    for (const profile of fixtures.profiles) contracts.Profile.parse(profile);
    for (const mention of fixtures.mentions) contracts.Mention.parse(mention);
    for (const person of fixtures.people) contracts.PersonRef.parse(person);
    for (const summary of fixtures.summaries) contracts.ConversationSummary.parse(summary);
    contracts.Repository.parse(fixtures.repository);
  });
});
