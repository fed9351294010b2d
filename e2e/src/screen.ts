import { expect, type Locator, type Page } from '@playwright/test';
import type { Stack } from './stack';

type Mode = 'Note' | 'Direct' | 'Panel' | 'Team';
/** As the menu of an agent names the models of the test stack. */
type ModelName = 'Search, no model' | 'Scripted, fast' | 'Scripted';

/** What a person does on the conversation screen, by roles and labels only. */
export class Screen {
  readonly message: Locator;
  readonly send: Locator;
  constructor(
    readonly page: Page,
    readonly stack: Stack,
  ) {
    this.message = page.getByRole('textbox', { name: 'Message' });
    this.send = page.getByRole('button', { name: /^Send\./ });
  }

  async mode(mode: Mode): Promise<void> {
    const menu = this.page.getByRole('button', { name: /^Mode:/ });
    await menu.click();
    await this.page.getByRole('menuitemradio', { name: new RegExp(`^${mode}`) }).click();
    await expect(menu).toHaveAccessibleName(`Mode: ${mode}`);
  }

  /** Chooses who runs an agent, by the name of the model. */
  async runBy(agent: string, model: ModelName): Promise<void> {
    const chip = this.page.getByRole('group', { name: 'Who answers' }).getByRole('button', { name: new RegExp(`^${agent} `) });
    await chip.click();
    const choices = this.page.getByRole('dialog', { name: `Who runs ${agent}` });
    await choices.getByText(model, { exact: true }).click();
    await expect(choices.getByRole('radio', { name: model })).toBeChecked();
    await this.page.keyboard.press('Escape');
    await expect(choices).toBeHidden();
  }

  /** Adds a repository through the mention list. */
  async mention(name: string): Promise<void> {
    await this.message.focus();
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(` @${name.slice(0, 6)}`);
    await this.page.getByRole('option', { name: new RegExp(name) }).click();
    await expect(this.page.getByRole('button', { name: `${name}, a source. Remove` })).toBeVisible();
  }

  async write(text: string): Promise<void> {
    await this.message.fill(text);
  }

  /** The screen says what agents will see, so that the send carries the state that was looked at. */
  async previewed(sources: number): Promise<void> {
    await expect(
      this.page.getByRole('button', { name: new RegExp(`^Agents see ${sources === 0 ? 'no repository' : sources}`) }),
    ).toBeVisible();
  }

  async ask(text: string): Promise<void> {
    await this.write(text);
    await this.send.click();
    await expect(this.message).toHaveValue('');
  }

  wave(place = 0): Locator {
    return this.page.getByRole('region', { name: /response$/ }).nth(place);
  }

  answer(agent: string, wave = this.wave()): Locator {
    return wave.getByRole('article', { name: `Answer by ${agent}` });
  }
}
