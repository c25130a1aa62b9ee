import {endpointOf} from '../endpoint.ts';
import {counted} from '../excerpt.ts';
import {data, testCode} from '../fix-target.ts';
import {pathText, responseJson, valueAt} from '../json-body.ts';
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
