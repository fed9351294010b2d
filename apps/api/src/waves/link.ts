/** Where a person sees the wave. */
export const waveLink = (webUrl: string, conversationId: string, waveId: string): string =>
  `${webUrl.replace(/\/$/, '')}/c/${conversationId}?wave=${waveId}`;
