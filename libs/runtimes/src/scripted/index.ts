export { createScriptedRuntime, type ScriptedConfig } from './scripted.adapter';
