/** The part of a HAST tree that our plugins touch. */
export interface TreeNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}
export type TreePlugin = () => (tree: TreeNode) => void;

export const element = (tagName: string, properties: Record<string, unknown>, children: TreeNode[]): TreeNode => ({
  type: 'element',
  tagName,
  properties,
  children,
});
export const text = (value: string): TreeNode => ({ type: 'text', value });

/** Calls `visit` for each text node, with what stands in its place afterwards as the answer (undefined: as it is). */
export function mapTexts(node: TreeNode, visit: (value: string, parent: TreeNode) => TreeNode[] | undefined): void {
  if (node.children === undefined) return;
  const next: TreeNode[] = [];
  for (const child of node.children) {
    if (child.type === 'text') next.push(...(visit(child.value ?? '', node) ?? [child]));
    else {
      mapTexts(child, visit);
      next.push(child);
    }
  }
  node.children = next;
}

/** The visible text of a tree, as one string. */
export function plainText(node: TreeNode): string {
  if (node.type === 'text') return node.value ?? '';
  return (node.children ?? []).map(plainText).join('');
}

/** A stretch of the visible text (half open, in UTF-16 units) and what to put around it. An empty stretch inserts. */
export interface Stretch {
  start: number;
  end: number;
  wrap: (value: string) => TreeNode;
}

/** Puts wrappers around stretches of the visible text; a stretch over several nodes is wrapped in each of them. Stretches are in order and apart. */
export function wrapStretches(tree: TreeNode, stretches: readonly Stretch[]): void {
  let at = 0;
  let next = 0;
  mapTexts(tree, (value) => {
    const from = at;
    at += value.length;
    const parts: TreeNode[] = [];
    let done = from;
    while (next < stretches.length) {
      const stretch = stretches[next];
      if (stretch === undefined || stretch.start > at || (stretch.start === at && stretch.end > stretch.start)) break;
      const start = Math.max(stretch.start, done);
      const end = Math.min(stretch.end, at);
      if (start > done) parts.push(text(value.slice(done - from, start - from)));
      const inner = value.slice(start - from, end - from);
      if (stretch.start === stretch.end || inner.trim() !== '') parts.push(stretch.wrap(inner));
      else if (inner !== '') parts.push(text(inner));
      done = Math.max(done, end);
      if (stretch.end > at) break;
      next += 1;
    }
    if (parts.length === 0) return undefined;
    if (done < at) parts.push(text(value.slice(done - from)));
    return parts;
  });
}
