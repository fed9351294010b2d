export { parseChildLine } from './line-protocol';
export { runChildTurn } from './run-child-turn';
