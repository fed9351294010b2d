export { scriptedProviderPath } from './scripted-provider';
