export type SyntaxKind = 'plain' | 'comment' | 'string' | 'number' | 'keyword' | 'name';
export interface SyntaxPart {
  kind: SyntaxKind;
  text: string;
}

const keywords = new Set(
  `abstract and as assert async await break case catch class const continue def default defer delete do elif else enum except export extends false final finally fn for from func function
  go if impl implements import in interface is lambda let match mod module mut new nil none not null of or package pass private protected pub public raise readonly return self select static struct
  super switch this throw trait true try type typeof undefined unless use val var void when where while with yield`.split(/\s+/),
);
const sqlWords = new Set(
  'select insert update delete from where join left right inner outer on group by order having limit values into set create table index view alter drop and or not null primary key references with as returning conflict begin commit'.split(
    ' ',
  ),
);

const hashComments = new Set([
  'py',
  'python',
  'rb',
  'ruby',
  'sh',
  'bash',
  'shell',
  'zsh',
  'yaml',
  'yml',
  'toml',
  'ini',
  'dockerfile',
  'makefile',
  'env',
  'conf',
]);
const slashComments = /^\/\/[^\n]*|^\/\*[\s\S]*?(?:\*\/|$)/;
const string = /^(?:"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?)/;
const number = /^(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?n?)\b/;
const word = /^[A-Za-z_$][\w$]*/;

const commentOf = (language: string): RegExp =>
  hashComments.has(language)
    ? /^#[^\n]*/
    : language === 'sql' || language === 'lua'
      ? /^--[^\n]*/
      : language === 'html' || language === 'xml'
        ? /^<!--[\s\S]*?(?:-->|$)/
        : slashComments;

/**
 * A small reader that colours what is alike in most languages: comments, strings, numbers and keywords. It never fails and never loses a
 * character; where it does not know a language it colours less.
 */
export function readSyntax(code: string, language: string): SyntaxPart[] {
  const parts: SyntaxPart[] = [];
  if (language === '' || language === 'text' || language === 'txt') return [{ kind: 'plain', text: code }];
  const comment = commentOf(language);
  const push = (kind: SyntaxKind, value: string): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += value;
    else parts.push({ kind, text: value });
  };
  let rest = code;
  while (rest !== '') {
    const take = (kind: SyntaxKind, found: RegExpMatchArray): void => {
      push(kind, found[0]);
      rest = rest.slice(found[0].length);
    };
    let found: RegExpMatchArray | null;
    if ((found = comment.exec(rest)) !== null && found[0] !== '') take('comment', found);
    else if ((found = string.exec(rest)) !== null)
      take(/^\s*:/.test(rest.slice(found[0].length)) && language === 'json' ? 'name' : 'string', found);
    else if ((found = number.exec(rest)) !== null) take('number', found);
    else if ((found = word.exec(rest)) !== null) {
      const known = language === 'sql' ? sqlWords.has(found[0].toLowerCase()) : keywords.has(found[0]);
      take(known ? 'keyword' : rest.charAt(found[0].length) === '(' ? 'name' : 'plain', found);
    } else {
      push('plain', rest.charAt(0));
      rest = rest.slice(1);
    }
  }
  return parts;
}
