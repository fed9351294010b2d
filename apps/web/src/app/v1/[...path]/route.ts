import { forward } from '../../../server/forward';

export const dynamic = 'force-dynamic';
export { forward as DELETE, forward as GET, forward as PATCH, forward as POST, forward as PUT };
