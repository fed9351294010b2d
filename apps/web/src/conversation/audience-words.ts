import type { Conversation } from '../api/types';
import { plural } from '../ui/numbers';

/** Who can read this, in words. */
export function audienceWords(audience: Conversation['audience']): string {
  switch (audience.kind) {
    case 'workspace':
      return `Workspace, ${plural(audience.people, 'person', 'people')}`;
    case 'private':
      return 'Only you';
    case 'people': {
      const names = audience.people.map((person) => person.name);
      return names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
    }
  }
}
