import {sealedStart} from '../domain/sealed-text.ts';

/** Whether a value is a secret, of which nobody sees more than that it is another one. */
export const isSealed = (value: unknown): boolean => typeof value === 'string' && value.includes(sealedStart);
