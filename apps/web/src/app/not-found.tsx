import Link from 'next/link';
import styles from '../account/account.module.css';

export default function NotFound() {
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <h1>There is no page here</h1>
        <p className="quiet">It may have been deleted, or the link is incomplete.</p>
        <Link className={styles.submit} href="/">
          Open Parley
        </Link>
      </section>
    </main>
  );
}
