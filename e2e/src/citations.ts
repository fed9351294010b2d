export interface Place {
  path: string;
  line: number;
}

/** Every `path:line` in a text, also of a range `path:1-3`. */
export function citationsOf(text: string): Place[] {
  return [...text.matchAll(/([\w./-]+\.\w+):(\d+)/g)].map(([, path = '', line]) => ({ path, line: Number(line) }));
}
