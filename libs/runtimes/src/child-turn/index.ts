export { type ChildLine, parseChildLine } from './line-protocol';
export { type ChildTurn, runChildTurn } from './run-child-turn';
