/** All that the launcher says to the person at the terminal goes through here. */
const isTerminal = Boolean(process.stdout.isTTY);
// hasColors knows NO_COLOR and dumb terminals.
const hasColors = isTerminal && process.stdout.hasColors();
const paint = (code: number, text: string): string => (hasColors ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = (text: string): string => paint(1, text);
export const dim = (text: string): string => paint(2, text);
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** A step with its time; while it lasts, a terminal shows the seconds go by. */
export async function showStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  const timer = setInterval(
    () =>
      process.stdout.write(
        isTerminal
          ? `\r  ${name} … ${Math.round((Date.now() - began) / 1000)} s `
          : `  ${name} … ${Math.round((Date.now() - began) / 1000)} s\n`,
      ),
    isTerminal ? 500 : 15_000,
  );
  const finish = (mark: string): void => {
    clearInterval(timer);
    say(`${isTerminal ? '\r' : ''}  ${mark} ${name} ${dim(`(${((Date.now() - began) / 1000).toFixed(1)} s)`)}   `);
  };
  try {
    const result = await work();
    finish('✓');
    return result;
  } catch (error) {
    finish('✗');
    throw error;
  }
}
