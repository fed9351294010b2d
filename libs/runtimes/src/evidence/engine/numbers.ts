/** Numbers of prose and code, made comparable. */
export interface Quantity {
  /** As it stands in the text, without its unit. */
  text: string;
  index: number;
  /** Every value it can mean: 20 minutes are 20, 1,200 and 1,200,000. */
  values: readonly number[];
}

const words: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  twenty: 20,
  thirty: 30,
  sixty: 60,
  hundred: 100,
  thousand: 1000,
};
const scales: ReadonlyArray<readonly [RegExp, readonly number[]]> = [
  [/^(?:ms|milliseconds?)\b/i, [1, 1 / 1000]],
  [/^(?:s|secs?|seconds?)\b/i, [1, 1000]],
  [/^(?:m|mins?|minutes?)\b/i, [1, 60, 60_000]],
  [/^(?:h|hours?)\b/i, [1, 60, 3600, 3_600_000]],
  [/^days?\b/i, [1, 24, 86_400, 86_400_000]],
  [/^(?:KiB|KB|kB|K)\b/, [1, 1024, 1000]],
  [/^(?:MiB|MB|M)\b/, [1, 1024 ** 2, 1_000_000, 1024]],
  [/^(?:GiB|GB|G)\b/, [1, 1024 ** 3, 1e9, 1024]],
  [/^(?:%|percent)/i, [1, 1 / 100]],
];
const prose =
  /(?<![\w.,:/#-])(\d{1,3}(?:,\d{3})+|\d[\d_]*(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|sixty)(?![\w]*[\d_])(?=$|[^\w]|(?:ms|s|m|h|KiB|KB|MiB|MB|GiB|GB|K|M|G|min)\b)/gi;

/** The numbers of a sentence; digits inside names, paths and citations are none. */
export function quantitiesIn(text: string): Quantity[] {
  return [...text.matchAll(prose)].map((match) => {
    const written = match[1] as string;
    const value = words[written.toLowerCase()] ?? Number(written.replace(/[,_]/g, ''));
    const after = text.slice(match.index + written.length).replace(/^[`\s-]+/, '');
    const scale = scales.find(([unit]) => unit.test(after))?.[1] ?? [1];
    return { text: written, index: match.index, values: scale.map((factor) => value * factor) };
  });
}

const units: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  KB: 1024,
  MB: 1024 ** 2,
  SECOND: 1000,
  SECONDS: 1000,
  MINUTE: 60_000,
  MINUTES: 60_000,
  HOUR: 3_600_000,
  HOURS: 3_600_000,
};
const product = /^(-?\d[\d_]*(?:\.\d+)?)((?:\s*\*\s*(?:\d[\d_]*(?:\.\d+)?|[A-Za-z]\w*))*)\s*(?:[,;)}]|\/\/|#|as const|satisfies|$)/;

/** The value of what stands right of `:` or `=` in a line of code: a number or a product of numbers and well-known units. */
export function assignedValue(line: string, name: string): { text: string; values: readonly number[] } | undefined {
  const escaped = name.replace(/\$/g, '\\$');
  const right = new RegExp(`(?<![\\w$])${escaped}["']?\\s*(?::\\s*[A-Za-z]\\w*\\s*)?(?:[:=]|:=)\\s*(.+)$`).exec(line)?.[1];
  const found = right === undefined ? undefined : product.exec(right.trim());
  if (!found?.[1]) return undefined;
  const factors = [
    found[1],
    ...(found[2] ?? '')
      .split('*')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ];
  const values = factors.map((factor) => units[factor] ?? Number(factor.replace(/_/g, '')));
  if (values.some((value) => Number.isNaN(value))) return undefined;
  const total = values.reduce((a, b) => a * b, 1);
  return { text: factors.join(' * '), values: [total, values[0] as number] };
}

const same = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(a));
export const agree = (a: readonly number[], b: readonly number[]): boolean => a.some((x) => b.some((y) => same(x, y)));
