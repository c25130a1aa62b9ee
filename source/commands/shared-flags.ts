import type {PagingFlags} from '../client/paginate.ts';
import {refusedFlag} from '../errors/usage-error.ts';
import {integer, list, onUnlessNo, text} from './flag.ts';

/** Flags that several groups write the same way. */

export const projectFlag = text('Project; else SVC_PROJECT_ID or .svc/config.json', {placeholder: '<id>'});

export const pagingFlags = {
	pageSize: integer('Items per request, 1 to 100 (25); alone: one page', {min: 1, max: 100}),
	startingToken: text('Begin at this nextToken', {placeholder: '<token>'}),
	maxItems: integer('Stop after that many items', {min: 1}),
};

/** The paging flags out of a command's options. */
export const pagingOf = ({pageSize, startingToken, maxItems}: PagingFlags): PagingFlags => ({
	pageSize,
	startingToken,
	maxItems,
});

/** `--columns` and `--no-header` of a list. @param keys every column, those that are not shown by default last */
export const columnFlags = <const Keys extends readonly string[]>(keys: Keys) => ({
	columns: list('Columns to show, in this order', keys),
	header: onUnlessNo('Leave out the heading'),
});

export const seedFlag = text('Makes up the same values as the run with this seed', {
	placeholder: '<seed>',
	pattern: /^[A-Za-z0-9._-]{1,64}$/,
	patternText: 'must be 1 to 64 letters, digits, dots, dashes or underscores',
});

export const maxKeyLength = 256;

export const idempotencyKeyFlag = text('Makes repeating the command safe (fresh each time)', {
	placeholder: '<token>',
	pattern: /^[\x20-\x7E]{1,256}$/,
	patternText: 'must be 1 to 256 printable ASCII characters',
});

/** "own key then at most 252 characters": a trigger that is chained to a creation adds `:run`. */
export function refuseLongKey(key: string | undefined): void {
	if (key !== undefined && key.length > maxKeyLength - 4)
		throw refusedFlag('idempotency-key', {reason: 'too_long', text: 'must be at most 252 characters with --run'});
}

export const waitTimeoutFlag = (defaultSeconds = 600) =>
	integer('Give up waiting after that many seconds, 1 to 3600', {
		min: 1,
		max: 3600,
		default: defaultSeconds,
		placeholder: '<s>',
	});
