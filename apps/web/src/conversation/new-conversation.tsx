'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { keys } from '../api/keys';
import { ComposerForm } from '../composer/composer-form';
import { SendStatus } from '../composer/send-status';
import { useFirstMessage } from '../composer/use-first-message';
import { Button } from '../ui/button';
import { RailIcon } from '../ui/icons';
import { AudienceMenu } from './audience-menu';
import { ConnectionBar } from './connection-bar';
import styles from './conversation.module.css';
import blank from './new-conversation.module.css';
import { useShell } from './shell';

/** A conversation that begins with its first message. Nothing is made before that is sent. */
export function NewConversation() {
  const { openRail } = useShell();
  const router = useRouter();
  const queries = useQueryClient();
  const first = useFirstMessage((conversationId) => {
    void queries.invalidateQueries({ queryKey: keys.rail });
    router.push(`/c/${conversationId}`);
  });
  useEffect(() => {
    document.title = 'New conversation · Parley';
    document.getElementById('message')?.focus();
  }, []);
  const { policy } = first.state.draft;
  return (
    <main id="main" tabIndex={-1} className={styles.main}>
      <header className={`${styles.bar} ${blank.bar}`}>
        <Button kind="icon" label="Conversations" onClick={openRail}>
          <RailIcon />
        </Button>
      </header>
      <ConnectionBar />
      <div className={blank.middle}>
        <h1 className={blank.title}>What would you like to find out?</h1>
        <ComposerForm
          {...first}
          placeholder={policy === 'note' ? 'Write a note' : 'Ask about a repository; @ mentions it'}
          onSend={() => void first.send()}
          status={
            <SendStatus
              phase={first.state.phase}
              onSend={() => void first.send()}
              onWithdraw={first.withdraw}
              onDismiss={() => first.change({})}
            />
          }
          line={<AudienceMenu audience={first.readers} onChange={first.setReaders} />}
        />
      </div>
    </main>
  );
}
