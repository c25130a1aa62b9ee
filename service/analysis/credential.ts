import {looksLikeCredential} from '../domain/credentials.ts';
import {sealedStart} from '../domain/sealed-text.ts';
import type {RecordedCall} from '../runners/runner.ts';

/** The header of a request that carries credentials; its value is masked. Null: none does. */
export const credentialOf = (call: RecordedCall): string | null =>
	Object.keys(call.requestHeaders).find(looksLikeCredential) ?? null;

/** Whether a value is a secret, of which nobody sees more than that it is another one. */
export const isSealed = (value: unknown): boolean => typeof value === 'string' && value.includes(sealedStart);
