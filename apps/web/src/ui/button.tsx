import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';

type Kind = 'solid' | 'line' | 'text' | 'icon' | 'danger';
interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: Kind;
  small?: boolean;
  /** For `icon`: the name that a person hears, and sees when pointing. */
  label?: string;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

export function Button({ kind = 'line', small = false, label, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={[styles[kind], small ? styles.small : '', className].filter(Boolean).join(' ')}
      {...(label === undefined ? {} : { 'aria-label': label, title: label })}
      {...rest}
    >
      {children}
    </button>
  );
}
