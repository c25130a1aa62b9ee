import {apiCode, data} from '../fix-target.ts';
import {endpointOf} from '../endpoint.ts';
import {lastName, pathText, places, responseJson, valueAt} from '../json-body.ts';
import type {Rule} from './rule.ts';

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
					? apiCode(call, 'the list was not empty when the test last passed: its filter or the records have changed.')
					: data(endpointOf(call), 'There is no such record: create one before the test reads the list.'),
			call,
		};
	}
	return null;
};
