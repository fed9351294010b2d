/** Entry of the workflow bundle: the exported functions are the workflow types. */
export { reconcile } from './reconcile.workflow';
export { wave } from './wave.workflow';
