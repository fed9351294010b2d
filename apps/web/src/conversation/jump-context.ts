import { createContext, useContext } from 'react';

/** Goes to a message and marks it for a moment. False when it is not loaded. */
export const JumpContext = createContext<{ jump: (messageId: string) => boolean; highlighted: string | null }>({
  jump: () => false,
  highlighted: null,
});
export const useJump = () => useContext(JumpContext);
