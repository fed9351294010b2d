export * from './vocabulary';
export * from './errors';
export * from './limits';
