import { SkeletonLines } from '../ui/skeleton';
import styles from './shell.module.css';

/** The shape of the workspace before anything is known. */
export function ShellSkeleton() {
  return (
    <div className={styles.app} aria-busy="true">
      <div className={styles.rail}>
        <div className={styles.pending}>
          <SkeletonLines widths={['50%']} height={20} />
          <SkeletonLines widths={['100%']} height={34} />
          <SkeletonLines widths={['80%', '55%', '90%', '40%', '70%', '50%']} />
        </div>
      </div>
      <main className={styles.main}>
        <p className="visually-hidden">Loading</p>
      </main>
    </div>
  );
}
