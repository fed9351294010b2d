import { element, plainText, type Stretch, text, type TreeNode, type TreePlugin, wrapStretches } from './tree';
import { wordDiff } from './word-diff';

/** Marks in a rendered text what is new against the text `before`, and shows what was there, struck, at the place where it stood. */
export const diffPlugin =
  (before: string): TreePlugin =>
  () =>
  (tree) => {
    const stretches: Stretch[] = [];
    let at = 0;
    let trailing = 0;
    for (const part of wordDiff(before, plainText(tree))) {
      if (part.kind === 'removed') {
        const words = part.text.replace(/\s+/g, ' ').trim();
        // White space that ends the new words stays behind the old ones, so that both sides keep their distance.
        const last = stretches.at(-1);
        const place = last !== undefined && last.end === at && last.start < at ? at - trailing : at;
        if (last !== undefined && place < at) last.end = place;
        if (words !== '') stretches.push({ start: place, end: place, wrap: () => element('del', {}, [text(words)]) });
      } else {
        const start = at;
        at += part.text.length;
        trailing = part.text.length - part.text.trimEnd().length;
        if (part.kind === 'added') stretches.push({ start, end: at, wrap: (value) => element('ins', {}, [text(value)]) });
      }
    }
    wrapStretches(tree, stretches);
  };

/** Keeps the visible text of a tree for a caller that only needs the words. */
export const collectPlugin =
  (keep: (plain: string) => void): TreePlugin =>
  () =>
  (tree: TreeNode) => {
    keep(plainText(tree));
  };
