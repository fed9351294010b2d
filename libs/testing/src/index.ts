export { scriptedProviderPath } from './scripted-provider';
export * from './test-database';
