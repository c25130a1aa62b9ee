import {createSealing} from '../../service/auth/sealing.ts';
import {createProtection} from '../../service/store/calls/secret-rules.ts';

/** Protection with a key that every process of a test shares. */
export const testProtection = (key: Uint8Array = new Uint8Array(32).fill(7)) => createProtection(createSealing(key));
