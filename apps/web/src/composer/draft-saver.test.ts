import { DraftSaver } from './draft-saver';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('saving a draft', () => {
  it('saves the newest text once, half a second after the last change', async () => {
    const save = jest.fn().mockResolvedValue(undefined);
    const saver = new DraftSaver<string>(save);
    saver.change('a');
    await jest.advanceTimersByTimeAsync(400);
    saver.change('ab');
    await jest.advanceTimersByTimeAsync(499);
    expect(save).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(save.mock.calls).toEqual([['ab']]);
  });
  it('never saves twice at once, and saves what came meanwhile afterwards', async () => {
    const open: (() => void)[] = [];
    const save = jest.fn(() => new Promise<void>((resolve) => open.push(resolve)));
    const saver = new DraftSaver<string>(save);
    saver.change('a');
    await jest.advanceTimersByTimeAsync(500);
    saver.change('ab');
    await jest.advanceTimersByTimeAsync(600);
    expect(save).toHaveBeenCalledTimes(1);
    open[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(save.mock.calls).toEqual([['a'], ['ab']]);
  });
  it('keeps a draft whose saving failed, and says so', async () => {
    const states: string[] = [];
    const save = jest.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue(undefined);
    const saver = new DraftSaver<string>(save, (state) => states.push(state));
    saver.change('a');
    await jest.advanceTimersByTimeAsync(500);
    expect(states).toEqual(['waiting', 'failed']);
    await saver.flush();
    expect(save).toHaveBeenCalledTimes(2);
    expect(states.at(-1)).toBe('saved');
  });
  it('hands out what is not saved, for the last request of a page', async () => {
    const save = jest.fn().mockResolvedValue(undefined);
    const saver = new DraftSaver<string>(save);
    saver.change('a');
    expect(saver.take()).toBe('a');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(save).not.toHaveBeenCalled();
  });
});
