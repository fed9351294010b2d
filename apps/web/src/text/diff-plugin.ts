import { element, plainText, type Stretch, text, type TreeNode, type TreePlugin, wrapStretches } from './tree';
import { wordDiff } from './word-diff';

/** Marks in a rendered text what is new against the text `before`, and shows what was there, struck, at the place where it stood. */
export const diffPlugin =
  (before: string): TreePlugin =>
  () =>
  (tree) => {
    const stretches: Stretch[] = [];
    let at = 0;
    for (const part of wordDiff(before, plainText(tree))) {
      if (part.kind === 'removed') {
        const words = part.text.replace(/\s+/g, ' ').trim();
        if (words !== '') stretches.push({ start: at, end: at, wrap: () => element('del', {}, [text(words)]) });
      } else {
        const start = at;
        at += part.text.length;
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
