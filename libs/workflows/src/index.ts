export * from './activities';
export { activityFailure } from './failures';
export * from './messages';
