import {findRecords} from '../../../service/cleanup/find-records.ts';
import type {FoundRecord} from '../../../service/cleanup/found-record.ts';
import type {KnownEndpoint} from '../../../service/cleanup/known-endpoint.ts';
import {callsOf, type Line, origin} from './observed-lines.ts';

export const endpointsOf = (names: readonly string[]): KnownEndpoint[] =>
	names.map((name, place) => {
		const [method = '', path = ''] = name.split(' ');
		return {endpointId: `ep_${place}`, method, path, basePath: ''};
	});

export const search = (endpoints: readonly string[], lines: readonly Line[], base: string[] = []): FoundRecord[] =>
	findRecords({calls: callsOf(lines), endpoints: endpointsOf(endpoints), base}).records;

/** `DELETE <path>` of every record, or why there is none with its handle. */
export const deletions = (endpoints: readonly string[], lines: readonly Line[], base: string[] = []): string[] =>
	search(endpoints, lines, base).map(({deletion, reason, handle}) =>
		deletion ? deletion.url.slice(origin.length) : `${reason} ${handle}`,
	);
