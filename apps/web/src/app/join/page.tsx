import type { Metadata } from 'next';
import { Join } from '../../account/join';

export const metadata: Metadata = { title: 'Join' };

export default function JoinPage() {
  return <Join />;
}
