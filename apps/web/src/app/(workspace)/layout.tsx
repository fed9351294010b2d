import type { ReactNode } from 'react';
import { Workspace } from '../../conversation/workspace';

export default function WorkspaceLayout({ children }: { children: ReactNode }) {
  return <Workspace>{children}</Workspace>;
}
