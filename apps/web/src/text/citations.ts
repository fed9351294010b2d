import { element, mapTexts, text, type TreeNode, type TreePlugin } from './tree';

/** `path:line` or `path:line-line`; the name has a suffix with a letter, or is one of the names that never have one. */
const citation =
  /(?<![\w/:.@-])((?:[\w@.+-]+[/:])*(?:[\w@.+-]*\.[A-Za-z][A-Za-z0-9]{0,9}|Dockerfile|Makefile|LICENSE)):(\d{1,7})(?:-(\d{1,7}))?(?![\w/])/g;

export function splitCitations(value: string): { text: string; citation: boolean }[] {
  const parts: { text: string; citation: boolean }[] = [];
  let done = 0;
  for (const match of value.matchAll(citation)) {
    if (match.index > done) parts.push({ text: value.slice(done, match.index), citation: false });
    parts.push({ text: match[0], citation: true });
    done = match.index + match[0].length;
  }
  if (done < value.length) parts.push({ text: value.slice(done), citation: false });
  return parts;
}

const cite = (value: string): TreeNode => element('cite', {}, [text(value)]);

/** Turns `path:line` into citations, also where the author wrote it as inline code. Code blocks and links stay as they are. */
export const citationsPlugin: TreePlugin = () => (tree) => {
  const visit = (node: TreeNode): void => {
    if (node.children === undefined) return;
    node.children = node.children.map((child) => {
      if (child.tagName === 'code' && child.children?.length === 1) {
        const value = child.children[0]?.value ?? '';
        const parts = splitCitations(value);
        return parts.length === 1 && parts[0]?.citation === true ? cite(value) : child;
      }
      if (child.tagName !== 'pre' && child.tagName !== 'a' && child.tagName !== 'cite') visit(child);
      return child;
    });
    mapOwnTexts(node);
  };
  visit(tree);
};

function mapOwnTexts(node: TreeNode): void {
  const own: TreeNode = {
    type: 'root',
    children:
      node.children?.map((child) => (child.type === 'text' ? child : ({ ...child, children: undefined, kept: child } as TreeNode))) ?? [],
  };
  mapTexts(own, (value) => {
    const parts = splitCitations(value);
    return parts.some((part) => part.citation) ? parts.map((part) => (part.citation ? cite(part.text) : text(part.text))) : undefined;
  });
  node.children = own.children?.map((child) => ('kept' in child ? (child.kept as TreeNode) : child)) ?? [];
}
