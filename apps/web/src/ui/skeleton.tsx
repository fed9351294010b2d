import styles from './skeleton.module.css';

/** Lines of the size of the text that will stand here. */
export function SkeletonLines({ widths, height = 14 }: { widths: readonly string[]; height?: number }) {
  return (
    <>
      {widths.map((width, index) => (
        <span key={index} aria-hidden className={styles.line} style={{ width, height }} />
      ))}
    </>
  );
}
