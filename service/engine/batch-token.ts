import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {RunCredentials} from './run-auth.ts';

/** A token that the tests of one project share in one batch. */
export type BatchToken = {
	batchId: BatchId;
	projectId: ProjectId;
	credentials: RunCredentials;
	/** Epoch milliseconds. */
	gotAt: number;
	/** When a fresh one is fetched, in epoch milliseconds; null when nobody knows when it expires. */
	renewAt: number | null;
};

/** A token is renewed so long before it expires, or in the last fifth of a short life. */
const longestMarginMs = 30_000;
const marginShare = 5;
/** A token as a login has answered it; `now` in epoch milliseconds. */
export function newToken(
	place: Pick<BatchToken, 'batchId' | 'projectId'>,
	{credentials, expiresAt}: {credentials: RunCredentials; expiresAt: number | null},
	now: number,
): BatchToken {
	return {...place, credentials, gotAt: now, renewAt: renewalOf(expiresAt, now)};
}

function renewalOf(expiresAt: number | null, now: number): number | null {
	// A clock that is wrong makes every token look expired: its refusals then tell.
	if (expiresAt === null || expiresAt <= now) return null;
	return expiresAt - Math.min(longestMarginMs, (expiresAt - now) / marginShare);
}

/** Encrypts what must not lie readable in the store; `context` names the place. */
export type TokenBox = {
	seal(plain: string, context: string): string;
	open(sealed: string, context: string): string;
};

const placeOf = ({batchId, projectId}: Pick<BatchToken, 'batchId' | 'projectId'>) => `token ${batchId} ${projectId}`;

/** A token as the other processes find it in the store. */
export const sealToken = (box: TokenBox, token: BatchToken): string => box.seal(JSON.stringify(token), placeOf(token));

/** Throws where the key of the service does not open it. */
export const openToken = (
	box: TokenBox,
	place: Pick<BatchToken, 'batchId' | 'projectId'>,
	sealed: string,
): BatchToken => JSON.parse(box.open(sealed, placeOf(place))) as BatchToken;
