'use client';

import styles from '../account/account.module.css';

/** The last edge: something on this page broke. Drafts are kept by the API, so a reload loses nothing. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className={styles.page}>
      <section className={styles.card} role="alert">
        <h1>This page stopped working</h1>
        <p className="quiet">Your conversations and drafts are kept on the server. Loading the page again brings them back.</p>
        <button className={styles.submit} type="button" onClick={reset}>
          Load again
        </button>
      </section>
    </main>
  );
}
