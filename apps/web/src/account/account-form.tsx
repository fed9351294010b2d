'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import { type Failure, failureOf } from '../api/failure';
import { ProductMark } from '../ui/marks';
import { takeReturn } from './return-to';
import styles from './account.module.css';

interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autoComplete: string;
  hint?: string;
  minLength?: number;
}
export const emailField: Field = { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' };
export const nameField: Field = {
  name: 'name',
  label: 'Your name',
  type: 'text',
  autoComplete: 'name',
  hint: 'Others see it beside your messages.',
};
export const newPasswordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'new-password',
  hint: 'At least 10 characters.',
  minLength: 10,
};
export const passwordField: Field = { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' };

export function AccountPage({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <main className={styles.page}>
      <section className={styles.card} aria-labelledby="account-title">
        <p className={styles.brand}>
          <ProductMark />
          Parley
        </p>
        <h1 id="account-title">{title}</h1>
        {lead !== undefined && <p className="quiet">{lead}</p>}
        {children}
      </section>
    </main>
  );
}

export function FailureText({ failure, kept }: { failure: Failure; kept?: string }) {
  return (
    <p role="alert" className={styles.failure}>
      <strong>{failure.title}</strong>
      {failure.detail} {kept}
    </p>
  );
}

/** A form of the account pages. After success the page is loaded anew, so that nothing of another person stays in memory. */
export function AccountForm({
  fields,
  action,
  onSubmit,
}: {
  fields: readonly Field[];
  action: string;
  onSubmit: (values: Record<string, string>) => Promise<unknown>;
}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit(values);
      window.location.assign(takeReturn());
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {fields.map((field, index) => (
        <label key={field.name} className={styles.field}>
          {field.label}
          <input
            name={field.name}
            type={field.type}
            autoComplete={field.autoComplete}
            minLength={field.minLength}
            required
            autoFocus={index === 0}
            aria-describedby={field.hint === undefined ? undefined : `${field.name}-hint`}
          />
          {field.hint !== undefined && <small id={`${field.name}-hint`}>{field.hint}</small>}
        </label>
      ))}
      {failure !== null && <FailureText failure={failure} />}
      <button className={styles.submit} type="submit" disabled={busy}>
        {action}
      </button>
    </form>
  );
}
