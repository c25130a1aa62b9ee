import {endpointOf} from '../endpoint.ts';
import {counted} from '../excerpt.ts';
import {data, testCode, apiCode} from '../fix-target.ts';
import {pathText, responseJson, valueAt, lastName, places} from '../json-body.ts';
import {lookupsOf, placesOf} from '../lookups.ts';
import type {Rule} from './rule.ts';

/** IndexError: the test reads an entry behind the last one of a list. */
export const shortList: Rule = symptoms => {
	const {exception, run, statement, nameOf, atLine, earlierOf} = symptoms;
	if (exception?.name !== 'IndexError') return null;
	for (const lookup of lookupsOf(statement, run.code)) {
		const {index} = lookup;
		if (typeof index === 'string') continue;
		for (const {call, path, value} of placesOf(lookup, run.calls)) {
			if (!Array.isArray(value) || value.length === 0) continue;
			const {length} = value;
			if (index !== null && (index < 0 ? -index <= length : index < length)) continue;
			const earlier = earlierOf(call);
			const before = earlier ? valueAt(responseJson(earlier), path) : undefined;
			const had = Array.isArray(before) && before.length > length ? before.length : null;
			const reads =
				index === null ? 'one behind the last' : index < 0 ? `number ${-index} from the end` : `number ${index + 1}`;
			return {
				cause: `\`${pathText(path)}\` of ${nameOf(call)} has ${counted(length, 'entry').replace('entrys', 'entries')}, the test reads ${reads}${atLine}.${had === null ? '' : ` In the last passing run it had ${had}.`}`,
				fix:
					had === null
						? testCode(symptoms, 'read an entry that is there, or create as many records before the list is read.')
						: data(
								endpointOf(call),
								'The list was longer when the test last passed: its records, or what selects them, have changed.',
							),
				call,
			};
		}
	}
	return null;
};

/** IndexError: the test reads an entry of a list that is empty. */
export const emptyList: Rule = symptoms => {
	const {exception, run, statement, nameOf, atLine, earlierOf} = symptoms;
	if (exception?.name !== 'IndexError') return null;
	for (const call of run.calls.toReversed()) {
		const empty = [...places(responseJson(call))].filter(({value}) => Array.isArray(value) && value.length === 0);
		const place = empty.find(({path}) => statement?.keys.includes(lastName(path) ?? '')) ?? empty[0];
		if (!place) continue;
		const earlier = earlierOf(call);
		const before = earlier ? valueAt(responseJson(earlier), place.path) : undefined;
		const had = Array.isArray(before) && before.length > 0 ? before.length : 0;
		const list = place.path.length === 0 ? 'an empty list' : `an empty list at \`${pathText(place.path)}\``;
		return {
			cause: `The test reads an entry of a list${atLine}, but ${nameOf(call)} answered ${call.status} with ${list}.${had > 0 ? ` In the last passing run it had ${had}.` : ''}`,
			fix:
				had > 0
					? apiCode(
							symptoms,
							call,
							'the list was not empty when the test last passed: its filter or the records have changed.',
						)
					: data(endpointOf(call), 'There is no such record: create one before the test reads the list.'),
			call,
		};
	}
	return null;
};
