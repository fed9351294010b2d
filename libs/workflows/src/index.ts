export * from './activities';
export * from './messages';
