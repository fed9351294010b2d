/** What a line of a file declares. `depth` is the indentation of the declaration (the level of a heading). */
export interface Symbol {
  line: number;
  kind: 'function' | 'class' | 'type' | 'constant' | 'setting' | 'test' | 'heading' | 'table';
  name: string;
  depth: number;
}

type Rule = readonly [RegExp, Symbol['kind']];

const keywords = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'return',
  'function',
  'with',
  'do',
  'else',
  'new',
  'await',
  'super',
  'constructor',
  'typeof',
  'throw',
  'case',
  'sizeof',
]);

const script: readonly Rule[] = [
  [/^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\*?\s+([\w$]+)/, 'function'],
  [/^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+([\w$]+)/, 'class'],
  [/^\s*(?:export\s+)?(?:declare\s+)?(?:interface|type|enum|const enum|namespace)\s+([\w$]+)/, 'type'],
  [/^(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:\([^)]*\)|[\w$]+)\s*(?::[^=]+)?=>/, 'function'],
  [/^(?:export\s+)?(?:declare\s+)?(?:const|let|var)\s+([\w$]+)/, 'constant'],
  [/^\s*(?:describe|it|test)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])(.{2,160}?)\1/, 'test'],
  [
    /^\s{2,8}(?:(?:public|private|protected|static|readonly|async|override)\s+)*([\w$]+)\s*(?:<[^>]*>)?\([^;]*\)\s*(?::\s*[^={]+)?\{\s*$/,
    'function',
  ],
  [/^\s+['"]?([\w$-]+)['"]?\s*:\s*(?:-?\d[\d_.]*(?:\s*\*\s*[\w.]+)*|['"`][^'"`]{0,120}['"`]|true|false)\s*,?\s*(?:\/\/.*)?$/, 'setting'],
];
const python: readonly Rule[] = [
  [/^\s*(?:async\s+)?def\s+(test_\w+)/, 'test'],
  [/^\s*(?:async\s+)?def\s+(\w+)/, 'function'],
  [/^\s*class\s+(\w+)/, 'class'],
  [/^([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=/, 'constant'],
];
const go: readonly Rule[] = [
  [/^func\s+(?:\([^)]*\)\s*)?(Test\w+)/, 'test'],
  [/^func\s+(?:\([^)]*\)\s*)?(\w+)/, 'function'],
  [/^type\s+(\w+)/, 'type'],
  [/^(?:const|var)\s+(\w+)/, 'constant'],
];
const rust: readonly Rule[] = [
  [/^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+)*fn\s+(\w+)/, 'function'],
  [/^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union|mod|type)\s+(\w+)/, 'type'],
  [/^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(\w+)/, 'constant'],
];
const curly: readonly Rule[] = [
  [
    /^\s*(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|open|data|export)\s+)*(?:class|object|record)\s+(\w+)/,
    'class',
  ],
  [
    /^\s*(?:(?:public|private|protected|internal|static|sealed|partial)\s+)*(?:interface|enum|struct|trait|protocol|extension|namespace|typedef|union)\s+(\w+)/,
    'type',
  ],
  [
    /^\s*(?:(?:public|private|protected|internal|override|suspend|inline|static|open|final|async)\s+)*(?:fun|func|function|def)\s+(\w+)/,
    'function',
  ],
  [/^\s*(?:[\w:<>,*&[\]?]+\s+)+[*&]?(\w+)\s*\([^;]*\)\s*(?:const|throws\s+[\w, ]+)?\s*\{?\s*$/, 'function'],
  [/^#define\s+(\w+)/, 'constant'],
];
const ruby: readonly Rule[] = [
  [/^\s*def\s+(?:self\.)?([\w?!]+)/, 'function'],
  [/^\s*(?:class|module)\s+([\w:]+)/, 'class'],
  [/^\s*(?:describe|it|context|test)\s+['"](.+?)['"]/, 'test'],
];
const shell: readonly Rule[] = [
  [/^\s*(?:function\s+)?([\w-]+)\s*\(\)\s*\{?/, 'function'],
  [/^(?:export\s+|readonly\s+)?([A-Z][A-Z0-9_]+)=/, 'setting'],
];
const sql: readonly Rule[] = [
  [
    /\bcreate\s+(?:or\s+replace\s+)?(?:unlogged\s+|temporary\s+|temp\s+)?(?:table|view|materialized view|function|type|trigger|schema)\s+(?:if\s+not\s+exists\s+)?["`]?([\w.]+)/i,
    'table',
  ],
  [/\bcreate\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?["`]?([\w.]+)/i, 'table'],
];
const markdown: readonly Rule[] = [[/^#{1,6}\s+(.{1,160}?)\s*#*$/, 'heading']];
const config: readonly Rule[] = [[/^\s*['"]?([\w.@/-]+)['"]?\s*[:=]\s*\S/, 'setting']];
const proto: readonly Rule[] = [
  [/^\s*(?:message|enum|service)\s+(\w+)/, 'type'],
  [/^\s*rpc\s+(\w+)/, 'function'],
];

const byExtension: Readonly<Record<string, readonly Rule[]>> = {
  ts: [...script, ...sql],
  tsx: script,
  mts: script,
  cts: script,
  js: script,
  jsx: script,
  mjs: script,
  cjs: script,
  vue: script,
  svelte: script,
  py: python,
  go,
  rs: rust,
  rb: ruby,
  sh: shell,
  bash: shell,
  zsh: shell,
  sql,
  md: markdown,
  mdx: markdown,
  markdown,
  proto,
  java: curly,
  kt: curly,
  kts: curly,
  cs: curly,
  swift: curly,
  scala: curly,
  php: curly,
  c: curly,
  h: curly,
  cc: curly,
  cpp: curly,
  hpp: curly,
  m: curly,
  json: config,
  yaml: config,
  yml: config,
  toml: config,
  ini: config,
  env: config,
  properties: config,
};

export const extensionOf = (path: string): string => /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** Every declaration of a file in order of lines. Read line by line with patterns: it finds what a person would skim for, not what a compiler knows. */
export function outline(path: string, lines: readonly string[]): Symbol[] {
  const name = path.split('/').at(-1) ?? '';
  const rules =
    byExtension[extensionOf(path)] ?? (/^\.env/.test(name) ? config : /^(Makefile|Dockerfile|Jenkinsfile)/.test(name) ? shell : undefined);
  if (!rules) return [];
  const symbols: Symbol[] = [];
  let fenced = false;
  lines.forEach((line, index) => {
    if (rules === markdown && /^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (fenced || line.length > 400) return;
    for (const [pattern, kind] of rules) {
      const found = pattern.exec(line);
      const symbol = found?.[2] ?? found?.[1];
      if (!symbol || keywords.has(symbol)) continue;
      const depth = kind === 'heading' ? (/^#+/.exec(line)?.[0].length ?? 1) : (/^\s*/.exec(line)?.[0].length ?? 0);
      symbols.push({ line: index + 1, kind, name: symbol, depth });
      return;
    }
  });
  return symbols;
}
