import {spoken} from '../kinds/names.ts';
import {isParameter, type PlanOperation} from '../model/operation.ts';

/** The document's own words for an operation; else its path in words. */
export function summaryOf({endpoint, method, segments}: PlanOperation): string {
	const said = endpoint.summary?.trim().replace(/(?<![.\s])[.\s]+$/, '');
	if (said) return `${said[0]!.toLowerCase()}${said.slice(1)}`.slice(0, 190);
	const last = segments.findLast(one => !isParameter(one)) ?? '';
	return `${method === 'DELETE' ? 'takes back' : 'does'} ${spoken(last.replace(/[-_]/g, ' '))}`;
}
