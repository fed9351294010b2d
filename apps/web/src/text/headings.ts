import type { TreeNode, TreePlugin } from './tree';

/** The headings of a message stand below the page's own and leave no level out, whichever levels its author used. */
export const headingsPlugin: TreePlugin = () => (tree) => {
  const found: TreeNode[] = [];
  const visit = (node: TreeNode): void => {
    if (/^h[1-6]$/.test(node.tagName ?? '')) found.push(node);
    node.children?.forEach(visit);
  };
  visit(tree);
  const levels = [...new Set(found.map((node) => node.tagName ?? ''))].sort();
  for (const node of found) node.tagName = `h${Math.min(4, 2 + levels.indexOf(node.tagName ?? ''))}`;
};
