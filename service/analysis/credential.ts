import type {CredentialState} from './facts.ts';
import {looksLikeCredential} from '../domain/credentials.ts';
import {sealedStart} from '../domain/sealed-text.ts';
import type {RecordedCall} from '../runners/runner.ts';

/** The header of a request that carries credentials; its value is masked. Null: none does. */
export const credentialOf = (call: RecordedCall): string | null =>
	Object.keys(call.requestHeaders).find(looksLikeCredential) ?? null;

/** Whether a value is a secret, of which nobody sees more than that it is another one. */
export const isSealed = (value: unknown): boolean => typeof value === 'string' && value.includes(sealedStart);

/** When the stored credential had stopped being valid before a call that was refused; null: it had not, or does not say. */
export const expiryBefore = ({expiresAt}: CredentialState, {status, startedAt}: RecordedCall): number | null =>
	status === 401 && expiresAt !== null && expiresAt <= startedAt ? expiresAt : null;

/** What is stored is wrong in itself, as the rules say: no other difference explains more. */
export const isWrongInItself = (state: CredentialState, call: RecordedCall): boolean =>
	state.isOddBasic || expiryBefore(state, call) !== null;
