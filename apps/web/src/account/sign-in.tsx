'use client';

import { useEffect, useRef, useState } from 'react';
import { api } from '../api/client';
import { type Failure, failureOf } from '../api/failure';
import type { Setup } from '../api/types';
import { AccountForm, AccountPage, emailField, FailureText, nameField, newPasswordField, passwordField } from './account-form';
import { useFragmentToken } from './fragment';
import { takeReturn } from './return-to';

/** Signs in by the one-time link of this machine. A token is used up by its first try, so it is tried exactly once. */
function useLocalLink(token: string | null | undefined): Failure | null {
  const tried = useRef<string | null>(null);
  const [failed, setFailed] = useState<{ token: string; failure: Failure } | null>(null);
  useEffect(() => {
    if (typeof token !== 'string' || tried.current === token) return;
    tried.current = token;
    api.call('signInLocal', { body: { token } }).then(
      () => window.location.replace(takeReturn()),
      (error: unknown) => setFailed({ token, failure: failureOf(error) }),
    );
  }, [token]);
  return failed !== null && failed.token === token ? failed.failure : null;
}

export function SignIn() {
  const token = useFragmentToken();
  const linkFailure = useLocalLink(token);
  const [setup, setSetup] = useState<Setup>();
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    let tries = 0;
    const controller = new AbortController();
    const read = (): void => {
      api.call('getSetup', {}, { signal: controller.signal }).then(
        (answer) => {
          setSetup(answer);
          setFailure(null);
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          tries += 1;
          if (tries > 2) setFailure(failureOf(error));
          setTimeout(read, 1_500);
        },
      );
    };
    read();
    return () => controller.abort();
  }, []);

  if (typeof token === 'string' && linkFailure === null) return <AccountPage title="Signing you in" lead="One moment." />;
  if (failure !== null) {
    return (
      <AccountPage title="Parley cannot be reached">
        <FailureText failure={failure} kept="This page tries again by itself." />
      </AccountPage>
    );
  }
  if (setup === undefined || token === undefined) return <AccountPage title="Sign in" />;
  if (setup.needsOwner) {
    return (
      <AccountPage title="Make the first account" lead={`You will own ${setup.workspaceName}: you invite the others.`}>
        {linkFailure !== null && <FailureText failure={linkFailure} kept="You can make an account instead." />}
        <AccountForm
          fields={[nameField, emailField, newPasswordField]}
          action="Make account"
          onSubmit={({ name = '', email = '', password = '' }) => api.call('signUp', { body: { name, email, password } })}
        />
      </AccountPage>
    );
  }
  return (
    <AccountPage title={`Sign in to ${setup.workspaceName}`} lead="New here? Ask for an invitation; its link brings you in.">
      {linkFailure !== null && (
        <FailureText
          failure={linkFailure}
          kept={
            setup.methods.includes('local_link')
              ? 'Each link works once. Starting Parley again prints a new one.'
              : 'Sign in with your password instead.'
          }
        />
      )}
      <AccountForm
        fields={[emailField, passwordField]}
        action="Sign in"
        onSubmit={({ email = '', password = '' }) => api.call('signIn', { body: { email, password } })}
      />
    </AccountPage>
  );
}
