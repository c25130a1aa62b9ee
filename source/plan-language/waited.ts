import {describeParts} from './describe.ts';
import {isAssertion} from './draft.ts';
import {waitedClaim} from './families/wait.ts';
import type {Part, Reading, ReadStep} from './reading.ts';
import type {Token} from './tokens.ts';

/** A wait for what is said as any claim is; null: it waits for none, or for several at once. */
export function readWait(tokens: readonly Token[], read: (claim: readonly Token[]) => ReadStep): ReadStep | null {
	const waited = waitedClaim(tokens);
	const claimed = waited && read(waited.claim);
	if (!claimed || !('readings' in claimed)) return null;
	const readings = claimed.readings.flatMap((one): Reading[] => {
		const [part, ...others] = one.parts;
		if (!part || !isAssertion(part) || others.length > 0) return [];
		const parts: Part[] = [{op: 'wait', until: part, seconds: waited.seconds}];
		return [{...one, type: 'action', parts, line: describeParts(parts)}];
	});
	const [first, ...more] = readings;
	return first ? {readings: [first, ...more]} : null;
}
