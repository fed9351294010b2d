/**
 * Cuts a growing Markdown text at blank lines outside code fences. All blocks but the last are finished: their text never changes again, so
 * what was drawn for them stays as it is.
 */
export function splitBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let current: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const fenced = fence !== null;
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    }
    const indented = /^\s{2,}\S/.test(line);
    if (!fenced && !indented && line.trim() !== '' && current.at(-1)?.trim() === '') {
      blocks.push(current.join('\n'));
      current = [line];
    } else current.push(line);
  }
  if (current.length > 0) blocks.push(current.join('\n'));
  return blocks.filter((block) => block.trim() !== '');
}
