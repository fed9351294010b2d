import { randomBytes } from 'node:crypto';
import { type IdKind, idPrefixes } from '@parley/contracts';
import { idRandomBytes, makeId } from '@parley/domain';

export const newId = (kind: IdKind, now: Date): string => makeId(idPrefixes[kind], now.getTime(), randomBytes(idRandomBytes));
