import {findRecords} from '../../../service/cleanup/find-records.ts';
import {callsOf, type Given, type Line, origin} from './observed-lines.ts';

export const endpointsOf = (names: readonly string[]) =>
	names.map((name, place) => {
		const [method = '', path = '', ...statuses] = name.split(' ');
		const responseShape = statuses.length > 0 ? {statuses: statuses.map(Number)} : null;
		return {endpointId: `ep_${place}`, method, path, basePath: '', responseShape};
	});

/** `DELETE <path> <proof>` of each record that would be deleted, `? <path>` of each that may have existed. */
export function verdicts(endpoints: readonly string[], lines: readonly Line[], tag: string | null = null): string[] {
	const {records, calls} = findRecords({
		calls: callsOf(lines),
		endpoints: endpointsOf(endpoints),
		base: [],
		tagOf: () => tag,
	});
	return [
		...records.map(({deletion, proof, reason}) =>
			proof && deletion
				? `DELETE ${deletion.url.slice(origin.length)} ${proof.kind}`
				: `? ${deletion?.url.slice(origin.length) ?? ''} ${reason}`,
		),
		...calls.map(({reason}) => reason),
	];
}

export const tags = ['DELETE /tags/{name}', 'GET /tags/{name}'];
export const put = (given: Given = {}): Line => ['PUT /tags/blue', {sent: {color: 1}, ...given}];
