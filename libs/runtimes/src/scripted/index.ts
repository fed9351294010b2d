export { createScriptedRuntime } from './scripted.adapter';
