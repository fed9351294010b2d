'use client';

import { api } from '../api/client';
import { AccountForm, AccountPage, emailField, nameField, newPasswordField } from './account-form';
import { useFragmentToken } from './fragment';

/** An invited person makes an account. The invitation's token stays in memory only. */
export function Join() {
  const token = useFragmentToken();
  if (token === undefined) return <AccountPage title="Join" />;
  if (token === null)
    return <AccountPage title="This invitation is incomplete" lead="Open the whole link that you were sent, or ask for a new one." />;
  return (
    <AccountPage title="You are invited" lead="Use the email address that the invitation was sent to.">
      <AccountForm
        fields={[nameField, emailField, newPasswordField]}
        action="Join"
        onSubmit={({ name = '', email = '', password = '' }) => api.call('signUp', { body: { name, email, password, invitation: token } })}
      />
    </AccountPage>
  );
}
